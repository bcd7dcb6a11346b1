/** A rate in as many digits as tell it: four after the point, eight below one; cut off. */
export function rateText(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const cut = fraction.slice(0, whole === '0' ? 8 : 4).replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (cut && `.${cut}`)
}
