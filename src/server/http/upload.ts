import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { boundOf } from './form-bound.ts'
import { Refused } from './refused.ts'

export const fileBytesMax = 8 * 1024 * 1024

/** How many files may be in memory at one time: 192 MB at most. */
export const uploadsAtOnce = 24
/** And of one sender, who may take as long as a request may. */
export const uploadsOfOne = 4

/** Whose files are in memory now, each as often as they have some there. */
const inMemory: string[] = []

/** A form on its way: its texts, and its file, of which nothing is read before a handler asks for it. */
export interface Upload {
  input: Record<string, unknown>
  /** To be called once it is answered. A file that nobody asked for flows past, so that its sender hears why. */
  end(): void
}

/**
 * Reads a form up to its file; thus whoever may not send it is refused before it takes any memory. The file is the last
 * part: once it is read, what comes behind it is refused like any field that nobody knows. Of a file that nobody reads the
 * rest flows past, as far as a form may be long; then its sender is cut off.
 */
export async function uploadOf(request: FastifyRequest, sender: string): Promise<Upload> {
  const { tooMuch } = boundOf(request.raw)
  const parts = request.parts()
  // A form without a boundary, cut off before its first part, or without an end.
  const next = () =>
    Promise.race([parts.next(), tooMuch]).catch(() => {
      throw new Refused('upload_failed', { reason: 'form' })
    })
  const { texts, part } = await upToFile(next)
  let isInMemory = false

  async function arrayBuffer(): Promise<ArrayBuffer> {
    const own = inMemory.filter(other => other === sender)
    if (inMemory.length >= uploadsAtOnce || own.length >= uploadsOfOne)
      throw Object.assign(new Error('too many files are being sent'), { statusCode: 503 })
    isInMemory = true
    inMemory.push(sender)
    const content = await contentOf(part as MultipartFile, tooMuch)
    const behind = (await next()).value as Multipart | undefined
    if (behind) throw new Refused('input_invalid', { fields: { [behind.fieldname]: 'unknown' } })
    return content
  }

  const isFile = part?.fieldname === 'file'
  return {
    input: isFile ? { ...texts, file: { type: part.mimetype, arrayBuffer } } : {},
    end() {
      if (isInMemory) inMemory.splice(inMemory.indexOf(sender), 1)
      part?.file.resume()
    },
  }
}

/** The first file, and the texts before it; of two by one name the later one, as in JSON. */
async function upToFile(next: () => Promise<IteratorResult<Multipart>>) {
  const texts: Record<string, unknown> = {}
  for (;;) {
    const part = (await next()).value as Multipart | undefined
    if (part?.type !== 'field') return { texts, part }
    texts[part.fieldname] = part.value
  }
}

/** A large buffer has its memory to itself; a small one shares it with others, and is copied. */
async function contentOf(part: MultipartFile, tooMuch: Promise<never>): Promise<ArrayBuffer> {
  const content = await Promise.race([part.toBuffer(), tooMuch]).catch(() => null)
  // What ends with a piece exactly at the limit is cut off there without a fault.
  if (content === null || part.file.truncated) throw new Refused('upload_failed', { maxBytes: fileBytesMax })
  const { buffer, byteOffset, byteLength } = content
  const isAlone = buffer.byteLength === byteLength
  return (isAlone ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer
}
