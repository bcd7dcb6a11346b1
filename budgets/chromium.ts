import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium: the one CHROME_PATH names, else the system's, else the one inside the npm package. */
export async function chromiumPath(): Promise<string> {
  const found = [process.env.CHROME_PATH, ...installed].find(path => path && existsSync(path))
  if (found) return found
  const { default: packaged } = await import('@sparticuz/chromium')
  return await packaged.executablePath()
}
