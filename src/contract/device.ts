/** What a device is called of which the server knows neither browser nor system; whoever shows it has words for it. */
export const unknownDevice = 'Unknown'
