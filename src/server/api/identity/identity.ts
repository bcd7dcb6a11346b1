import type * as identity from '../../../contract/identity.ts'
import { takeTry } from '../../account/attempts.ts'
import { userById } from '../../account/users.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import {
  type Applicant,
  currentApplicant,
  lockApplicant,
  refuseStanding,
  saveProfile,
} from '../../identity/applicants.ts'
import { keepPicture, placePicture, sidesOf, submit, uploadedSides } from '../../identity/documents.ts'
import { forCustomer } from '../../identity/findings.ts'
import { lookAt } from '../../identity/looks.ts'
import { cleanPicture } from '../../identity/picture.ts'
import { isAdult, isPhoneOf } from '../../identity/profile.ts'
import { findingsNow, noteDocument } from '../../identity/readings.ts'
import { spelledName } from '../../identity/spelling.ts'
import type { Profile } from '../../identity/tables.ts'
import { unreadable } from '../../identity/unreadable.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import { wordsOf } from '../../messages/words/words.ts'
import { isAreaCode, isCountry, unserved } from '../../params/countries.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

const uploadsADay = 60
const dayMs = 24 * 60 * 60_000
const sandboxOperatorMs = 4000

/** Identity verification. Pictures go in here and come out for operators only. */
export function identityApi(world: World): Handlers<typeof identity> {
  const { db } = world

  return {
    async upload({ file }, { userId }) {
      refuseStanding(await currentApplicant(db, userId))
      const taken = await takeTry(db, { subject: `uploads:${userId}`, limit: uploadsADay, windowMs: dayMs })
      if (taken === null) throw new Refused('upload_failed', { reason: 'quota' })
      const picture = await cleanPicture(Buffer.from(await file.arrayBuffer()))
      const looks = await lookAt(picture.content)
      const path = await transaction(db, db => keepPicture(world, db, { userId, picture, looks }))
      return { path }
    },

    async submitImg(picture, { userId }) {
      if (!sidesOf[picture.docType].includes(picture.side))
        throw new Refused('input_invalid', { fields: { side: 'side' } })
      return await transaction(db, async db => {
        const applicant = await lockApplicant(db, userId)
        refuseStanding(applicant)
        if (applicant?.status !== 'draft' && applicant?.status !== 'need_more')
          throw new Refused('kyc_missing')
        const missing = await placePicture(db, { applicant, ...picture })
        await noteDocument(db, applicant.id)
        if (missing.length > 0) return { certStatus: applicant.status, missing }
        await handIn(world, db, { ...applicant, doc_type: picture.docType })
        return { certStatus: 'pending', missing }
      })
    },

    async getKyc(_input, { userId }) {
      return await standingOf(world, await currentApplicant(db, userId))
    },

    async editKyc({ docType, restart: isRestart = false, ...profile }, { userId }) {
      refuseUnlikely(profile)
      await transaction(db, db => saveProfile(db, { userId, profile, docType, isRestart }))
      return null
    },

    async spellName(asked) {
      return { spelled: await spelledName(asked) }
    },

    async unservedCountries() {
      return [...unserved]
    },
  }
}

/** Hands an applicant whose pictures are all there to whoever reviews; in the sandbox a job does. */
async function handIn({ config, secrets }: World, db: Db, applicant: Applicant): Promise<void> {
  await refuseExpired(secrets, db, applicant)
  await submit(db, applicant.id)
  if (!config.SANDBOX) return
  await enqueue(db, 'review-applicant', { applicantId: applicant.id }, { delayMs: sandboxOperatorMs })
}

/** How a verification stands, as its customer is told. */
async function standingOf({ db, secrets }: World, applicant: Applicant | undefined) {
  if (!applicant || applicant.status === 'replaced') throw new Refused('kyc_missing')
  const { status: certStatus, profile, doc_type: docType, submitted_at } = applicant
  const uploaded = await uploadedSides(db, applicant.id)
  const needed = docType ? sidesOf[docType] : []
  return {
    certStatus,
    reason: await whyOf(db, applicant),
    profile,
    docType,
    uploaded,
    missing: needed.filter(side => !uploaded.includes(side)),
    findings: certStatus === 'approved' ? [] : forCustomer(await findingsNow(secrets, db, applicant)),
    submittedAt: submitted_at?.toISOString() ?? null,
  }
}

/** Why it was refused or what more is needed, as the message says it: in the reader's language of now. */
async function whyOf(db: Db, { user_id, status, reason, note }: Applicant): Promise<string | null> {
  if (reason === null) return null
  const { lang } = await userById(db, user_id)
  const params = { decision: status, verdict: reason, note: note ?? '' }
  return wordsOf({ noticeType: 'verify', params }, lang).content
}

/** What is known to have expired goes to nobody's review: the customer hears of it at once. */
async function refuseExpired(secrets: World['secrets'], db: Db, applicant: Applicant): Promise<void> {
  const expired = (await findingsNow(secrets, db, applicant)).find(({ what }) => what === 'expired')
  if (expired) throw unreadable('expired', { side: expired.side })
}

function refuseUnlikely(profile: Profile): void {
  const { country, areaCode, phone, birthday } = profile
  // Half a surrogate pair is no character, and jsonb does not take it.
  const broken = Object.entries(profile).find(([, value]) => value !== undefined && /\p{Cs}/u.test(value))
  if (broken) throw new Refused('input_invalid', { fields: { [broken[0]]: 'text' } })
  if (!isAreaCode(areaCode) || !isPhoneOf(areaCode, phone)) throw new Refused('phone_invalid')
  if (!isCountry(country)) throw new Refused('modify_failed', { fields: { country: 'country' } })
  if (!isAdult(birthday)) throw new Refused('modify_failed', { fields: { birthday: 'birthday' } })
}
