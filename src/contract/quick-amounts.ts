/** Round sums for a recharge: the app offers those of them that can be moved, `params` name them all. */
export const quickAmounts = ['20', '50', '100', '200', '500', '1000']
