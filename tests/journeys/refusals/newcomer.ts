import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { logout } from '../../../src/contract/account.ts'
import { editKyc, submitImg, upload } from '../../../src/contract/identity.ts'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { until } from '../../fixtures/until.ts'
import { picture } from '../people/phone.ts'
import { nextCode } from '../steps/account.ts'
import { type Case, type Customer, field, fill, notice, open, page, press, toast } from './case.ts'

/** What may have been mistyped before and is kept as a draft. */
const typed = { 'identity.firstName': profile.firstName, 'identity.phone': profile.phone }

// Somebody who has registered and done nothing else yet; the cases stand in the order of their way.

export const newcomerCases: Case<Customer>[] = [
  {
    of: 'kyc_missing',
    when: 'there is no verification',
    does: person => open(person, '/pages/openCardKyc/openCardKyc?cardTypeId=celadon'),
    at: page,
    mend: w => w('card.mend.verify'),
  },
  {
    of: 'not_certified',
    when: 'a card is chosen first',
    does: person => open(person, '/pages/payOpenCard/payOpenCard?cardTypeId=celadon&amount=50'),
    says: w => w('card.gate.verify'),
    at: notice,
    mend: w => w('card.mend.verify'),
  },
  {
    of: 'pin_unset',
    when: 'there is no fund PIN',
    does: person => open(person, '/pages/cannelAccount/cannelAccount?part=export'),
    says: w => w('deletion.export.pin'),
    at: notice,
    mend: w => w('pin.set'),
  },
  {
    of: 'pin_change_failed',
    when: 'the PIN is the login password',
    does: person => makePinOfPassword(person),
    says: w => w('account.reason.like_password'),
    at: notice,
  },
  {
    of: 'checked_here',
    when: 'a name has no English letters',
    async does(person) {
      await person.phone.succeed(editKyc, profile)
      await saveProfile(person, { 'identity.firstName': '炜' })
    },
    says: w => w('field.englishName'),
    at: field('identity.firstName'),
  },
  {
    of: 'phone_invalid',
    when: 'a phone number cannot be one of its country',
    does: person => saveProfile(person, { 'identity.phone': '12345' }),
    at: field('identity.phone'),
  },
  {
    of: 'not_certified',
    when: 'the issuer is asked before the verification',
    async does(person) {
      await person.phone.succeed(editKyc, { ...profile, docType: 'passport' })
      await open(person, '/pages/openCardKyc/openCardKyc?cardTypeId=oxblood')
      await press(person, 'card.hosted.go')
    },
    at: notice,
    mend: w => w('card.mend.verify'),
  },
  {
    of: 'image_unreadable',
    when: 'a file is no picture, whatever it is called',
    does: person => sendPicture(person, Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(4_000)])),
    says: w => w('identity.photo.unread'),
    at: notice,
  },
  {
    of: 'image_unreadable',
    when: 'a picture was taken in the dark',
    does: async person => sendPicture(person, await night()),
    says: w => w('identity.refused.dark'),
    at: notice,
  },
  {
    of: 'upload_failed',
    when: 'a picture is broken on its way',
    async does(person) {
      const uploads = '**/res/upload/idAuthorize'
      await person.page.route(uploads, call => call.continue({ postData: 'nothing' }))
      await sendPicture(person, await picture())
      await person.app.getByText(person.w('refusal.upload_failed')).waitFor()
      await person.page.unroute(uploads)
    },
    at: notice,
  },
  {
    of: 'handoff_over',
    when: 'the link for another device has ended',
    does: ({ visit }) =>
      visit(`/pages/passportUpload/passportUpload?handoff=${randomBytes(32).toString('base64url')}`),
    says: w => w('identity.other.over'),
    at: page,
  },
  {
    of: 'already_certified',
    when: 'the pictures were sent from another device meanwhile',
    does: person => sendTwice(person),
    at: toast,
  },
  {
    of: 'delete_failed',
    when: 'money comes in before the deletion is asked for',
    does: person => leaveTooLate(person),
    says: w => w('deletion.late'),
    at: toast,
  },
  {
    of: 'session_ended',
    when: 'the session was ended elsewhere',
    does: person => endSession(person),
    says: w => w('session.ended'),
    at: toast,
  },
]

/** Fills in the form of the profile as it is known, but for this. */
async function saveProfile(person: Customer, texts: Record<string, string>) {
  await open(person, '/pages/kyc/kyc')
  await fill(person, { ...typed, ...texts })
  await press(person, 'identity.save')
}

async function sendPicture(person: Customer, buffer: Buffer) {
  const { app } = person
  await open(person, '/pages/passportUpload/passportUpload?side=front')
  await app.locator('input[type=file]').first().setInputFiles({
    name: 'front.jpg',
    mimeType: 'image/jpeg',
    buffer,
  })
  await press(person, 'identity.photo.use')
}

async function night(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 14, sigma: 6 } as const
  return await sharp({ create: { width: 1200, height: 850, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer()
}

async function sendTwice(person: Customer) {
  const { app, phone, w } = person
  await open(person, '/pages/idAuthNew/idAuthNew?restart=1')
  await app
    .getByRole('button', { name: new RegExp(`^(${w('identity.start')}|${w('identity.goOn')})$`) })
    .click()
  await fill(person, typed)
  for (const side of ['front', 'hold']) {
    const file = new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' })
    const { path } = await phone.succeed(upload, { file })
    await phone.succeed(submitImg, { docType: 'passport', side, path })
  }
  await press(person, 'identity.save')
}

async function leaveTooLate(person: Customer) {
  const { app, phone, town, w } = person
  const before = await town.codeFor(person.email)
  await open(person, '/pages/cannelAccount/cannelAccount')
  await app.getByRole('switch', { name: w('deletion.sure') }).click()
  await press(person, 'code.send')
  await fill(person, { 'code.label': await nextCode(person, before) })
  const { address } = await phone.succeed(queryTransferIn, { currency: 'USDT', chain: 'ERC20' })
  await town.console('/chain/deposit', { address, currency: 'USDT', amount: '20' })
  await until(async () => {
    const { list } = await phone.succeed(queryTransferIn, { currency: 'USDT', chain: 'ERC20' })
    return list.length > 0 ? true : null
  })
  await press(person, 'deletion.submit')
}

/** Logs this very session out as another tab would, and goes on as if nothing had happened. */
async function endSession({ page, town, visit }: Customer) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await fetch(town.appUrl + logout.path, {
    method: logout.method,
    headers: { 'content-type': 'application/json', 'x-access-token': JSON.parse(token ?? '""') },
    body: '{}',
  })
  await visit('/pages/messageList/messageList')
  await page.waitForURL(url => url.hash === '#/')
  await page.waitForFunction(() => localStorage.getItem('accessToken') === null)
}

async function makePinOfPassword(person: Customer) {
  const { app, town, email, password, w } = person
  const before = await town.codeFor(email)
  await open(person, '/pages/updatePinCode/updatePinCode')
  for (const label of ['account.pin.enter', 'account.pin.repeat']) {
    await app.getByText(w(label)).waitFor()
    await press(person, 'keypad.text')
    await fill(person, { [label]: password })
    await press(person, 'account.pin.next')
  }
  await press(person, 'code.send')
  await fill(person, { 'code.label': await nextCode(person, before) })
}
