import { writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { chromiumPath } from '../../../budgets/chromium.ts'

// A browser whose camera films what a test draws.

export const film = { width: 1080, height: 1440 }

/** Opens a browser whose camera repeats one picture for ever; without leave it refuses the camera. */
export async function openFilming(
  path: string,
  picture: string | null,
  { isAllowed = true } = {},
): Promise<Browser> {
  await writeFile(path, await filmOf(picture))
  return await chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      `--use-fake-${isAllowed ? '' : 'no-'}ui-for-media-stream`,
      `--use-file-for-fake-video-capture=${path}`,
    ],
  })
}

/** A passport's page on a table, as large as the frame of the camera has it on a phone. */
export function passportOnTable(): string {
  const [width, height] = [600, 422]
  const [left, top] = [(film.width - width) / 2, (film.height - height) / 2]
  const line = (y: number, letters: string, size = 24) =>
    `<text x="${left + 40}" y="${top + y}" font-family="monospace" font-size="${size}" fill="#222">${letters}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${film.width}" height="${film.height}">
    <rect width="100%" height="100%" fill="#5c5148"/>
    <rect x="${left}" y="${top}" width="${width}" height="${height}" rx="6" fill="#dcd8cc"/>
    <rect x="${left + 40}" y="${top + 50}" width="140" height="170" fill="#8a8478"/>
    ${[70, 110, 150, 190].map(y => `<g transform="translate(170 0)">${line(y, 'GLAZE SPECIMEN LIN WEI')}</g>`).join('')}
    ${line(height - 80, 'P&lt;XXXLIN&lt;&lt;WEI&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;')}
    ${line(height - 36, '0000000000XXX9001011M3501012&lt;&lt;&lt;&lt;')}
  </svg>`
}

/** Runs in a page, before anything else: remembers every track of the camera. */
export function keepTracks() {
  const tracks: MediaStreamTrack[] = []
  Object.assign(window, { tracks })
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async wanted => {
    const stream = await open(wanted)
    tracks.push(...stream.getTracks())
    return stream
  }
}

/** How many cameras run. */
export async function liveTracks(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] }
    return tracks.filter(({ readyState }) => readyState === 'live').length
  })
}

/** One frame of raw video (YUV4MPEG2), as large as what is drawn; black all over where nothing is. */
async function filmOf(picture: string | null): Promise<Buffer> {
  const drawn = picture
    ? sharp(Buffer.from(picture)).flatten()
    : sharp({ create: { ...film, channels: 3, background: '#000' } })
  const { data, info } = await drawn.greyscale().raw().toBuffer({ resolveWithObject: true })
  const header = Buffer.from(`YUV4MPEG2 W${info.width} H${info.height} F10:1 Ip A1:1 C420mpeg2\nFRAME\n`)
  return Buffer.concat([header, data, Buffer.alloc((info.width * info.height) / 2, 128)])
}
