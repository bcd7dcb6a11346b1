import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as account from '../../../src/contract/account.ts'
import { type Call, type Envelope, type Output, pathFields } from '../../../src/contract/call.ts'
import { editKyc, getKyc, submitImg, upload } from '../../../src/contract/identity.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { until } from '../../fixtures/until.ts'
import type { Town } from '../town/town.ts'

/** A customer without a screen: talks to the running server as the app does. For journeys that are about faults. */
export interface Phone {
  email: string
  send(call: Call, input: Record<string, unknown>): Promise<Envelope>
  /** As `send`, and throws unless it succeeds. */
  succeed<C extends Call>(call: C, input: Record<string, unknown>): Promise<Output<C>>
  /** Keeps a session: calls are made in it from now on. */
  keep(session: { token: string }): void
}

export const phonePin = '246801'
const password = 'porcelain1'

/** Registers, sets the PIN and gets verified by the sandbox's operator. */
export async function readyPhone(town: Town): Promise<Phone> {
  const phone = await registeredPhone(town)
  await phone.succeed(account.updatePinCode, { pin: phonePin, code: await pinCode(town, phone) })
  await verify(phone)
  return phone
}

/** Registers, and no more. */
export async function registeredPhone(town: Town): Promise<Phone> {
  const phone = strangersPhone(town)
  phone.keep(await phone.succeed(account.register, await registration(town, phone)))
  return phone
}

/** What a stranger registers with, the code that was mailed to them among it. */
export async function registration(town: Town, phone: Phone) {
  const { email } = phone
  await phone.succeed(account.sendEmail, { email, type: 'register', lang: 'en' })
  return { email, password, code: await town.codeFor(email), lang: 'en' }
}

/** The phone of somebody who has an e-mail address and no account. */
export function strangersPhone(town: Town): Phone {
  let token = ''

  const phone: Phone = {
    email: `${randomUUID()}@mail.test`,
    async send(call, input) {
      const response = await fetch(town.appUrl + pathOf(call, input), {
        method: call.method,
        headers: {
          'x-access-token': token,
          ...(call.body === 'json' && { 'content-type': 'application/json' }),
        },
        body: bodyOf(call, input),
      })
      return (await response.json()) as Envelope
    },
    async succeed(call, input) {
      const envelope = await phone.send(call, input)
      if ('code' in envelope && envelope.code === 1) return envelope.data as Output<typeof call>
      throw new Error(`${call.path}: ${JSON.stringify(envelope)}`)
    },
    keep(session) {
      token = session.token
    },
  }
  return phone
}

/** The code that is mailed to a customer who sets the PIN. */
export async function pinCode(town: Town, { email, succeed }: Phone): Promise<string> {
  const last = await town.codeFor(email)
  await succeed(account.sendEmail, { email, type: 'updatePinCode', lang: 'en' })
  return await nextCodeOf(town, email, last)
}

/** The code of the next letter to an address, once it is another than the last one. */
export async function nextCodeOf(town: Town, email: string, last: string): Promise<string> {
  return await until(async () => {
    const code = await town.codeFor(email)
    return code === last ? null : code
  })
}

async function verify(phone: Phone) {
  const pictures = await uploadPictures(phone)
  for (const picture of pictures) await phone.succeed(submitImg, picture)
  await verified(phone)
}

/** Fills in the profile and uploads both pictures of a passport: what has to be sent for them to take their places. */
export async function uploadPictures(phone: Phone) {
  const docType = 'passport'
  await phone.succeed(editKyc, { ...profile, docType })
  const pictures: { docType: string; side: string; path: string }[] = []
  for (const side of ['front', 'hold']) {
    const file = new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' })
    pictures.push({ docType, side, ...(await phone.succeed(upload, { file })) })
  }
  return pictures
}

/** Waits for the operator's yes. */
export async function verified(phone: Phone): Promise<void> {
  const isApproved = async () => (await phone.succeed(getKyc, {})).certStatus === 'approved'
  await until(async () => ((await isApproved()) ? true : null), 120_000)
}

/** A photograph as a phone takes it, as far as the server can tell. */
export async function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return await sharp({ create: { width: 1200, height: 850, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}

function pathOf(call: Call, input: Record<string, unknown>): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name) => String(input[name]))
}

function bodyOf(call: Call, input: Record<string, unknown>): string | FormData | null {
  if (call.method === 'GET') return null
  if (call.body === 'multipart') {
    const form = new FormData()
    form.set('file', input.file as Blob, 'picture.jpg')
    return form
  }
  const inPath = pathFields(call.path)
  return JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name))))
}
