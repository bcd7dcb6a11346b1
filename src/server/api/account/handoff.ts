import type * as handoff from '../../../contract/handoff.ts'
import { takeTry, takeTryOrRefuse } from '../../account/attempts.ts'
import { userById } from '../../account/users.ts'
import { type Db, transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import { currentApplicant, lockApplicant, refuseStanding } from '../../identity/applicants.ts'
import { sidesOf, uploadedSides } from '../../identity/documents.ts'
import {
  beginHandoff,
  claimHandoff,
  endHandoffs,
  type Handoff,
  handoffSeconds,
  lastHandoff,
  openHandoffOf,
} from '../../identity/handoffs.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { identityApi } from '../identity/identity.ts'

const linksAnHour = 12
const picturesALink = 20
const hourMs = 60 * 60_000

/**
 * The pictures of a verification by another device. It has no session and gets none: its pass reaches these two calls,
 * which know one verification and nothing else of the customer.
 */
export function handoffApi(world: World): Handlers<typeof handoff> {
  const { db } = world

  return {
    async askHandoff({ docType }, { userId }) {
      await takeTryOrRefuse(db, { subject: `handoff:${userId}`, limit: linksAnHour, windowMs: hourMs })
      return await transaction(db, async db => {
        await lockCustomer(db, userId)
        const applicant = await lockApplicant(db, userId)
        refuseStanding(applicant)
        const isOpen = applicant?.status === 'draft' || applicant?.status === 'need_more'
        if (!isOpen) throw new Refused('kyc_missing')
        const { token, expiresAt } = await beginHandoff(world, db, { applicant, docType })
        return { token, expiresAt: expiresAt.toISOString(), seconds: handoffSeconds }
      })
    },

    async lookHandoff(_input, { userId }) {
      const last = await lastHandoff(db, userId)
      const applicant = await currentApplicant(db, userId)
      const uploaded = applicant ? await uploadedSides(db, applicant.id) : []
      if (!last) return { state: 'none', device: null, uploaded }
      const state = last.is_over ? 'over' : last.device === null ? 'waiting' : 'opened'
      return { state, device: last.device, uploaded }
    },

    async endHandoff(_input, { userId }) {
      await endHandoffs(db, userId)
      return null
    },

    async openHandoff({ pass, token }, { device }) {
      if (token) await claimHandoff(world, { token, pass, device })
      return await wayOf(db, await handoffOf(world, db, pass))
    },

    async handOverPicture({ pass, side, file }, caller) {
      const { id, userId, docType } = await handoffOf(world, db, pass)
      const customer = { ...caller, userId, sessionId: id }
      if (!sidesOf[docType].includes(side)) throw new Refused('input_invalid', { fields: { side: 'side' } })
      const taken = await takeTry(db, {
        subject: `handoff-pictures:${id}`,
        limit: picturesALink,
        windowMs: hourMs,
      })
      if (taken === null) throw new Refused('upload_failed', { reason: 'quota' })
      const { path } = await identityApi(world).upload({ file }, customer)
      return await transaction(db, async db => {
        // Whoever ends the link, submits or starts over holds this lock too: looked at again behind it, the pass counts.
        await lockApplicant(db, userId)
        await handoffOf(world, db, pass)
        return await identityApi({ ...world, db }).submitImg({ docType, side, path }, customer)
      })
    },
  }
}

/** What a pass is good for. Refuses one that never was, was somebody else's or has ended, all alike. */
async function handoffOf(world: World, db: Db, pass: string): Promise<Handoff> {
  const found = await openHandoffOf(world, db, pass)
  if (!found) throw new Refused('handoff_over')
  return found
}

async function wayOf(db: Db, { userId, applicantId, docType, expiresAt }: Handoff) {
  const { email } = await userById(db, userId)
  const uploaded = await uploadedSides(db, applicantId)
  return {
    account: email && hiddenEmail(email),
    docType,
    uploaded,
    missing: sidesOf[docType].filter(side => !uploaded.includes(side)),
    expiresAt: expiresAt.toISOString(),
  }
}

/** The first letter and the domain: enough for its owner to know it again. */
function hiddenEmail(email: string): string {
  return email.replace(/^(.).*@/, '$1***@')
}
