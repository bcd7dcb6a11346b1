import type { Input, Output } from '../../../contract/call.ts'
import type * as statementCheck from '../../../contract/statement-check.ts'
import { sourceOf, takeTryOrRefuse } from '../../account/attempts.ts'
import { issuedUnder } from '../../bills/issued-statements.ts'
import { codeIn } from '../../bills/statement-code.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

type Answer = Output<typeof statementCheck.check>

/** Statements that anybody may check. Codes are not to be guessed: what is counted is the work that asking makes. */
const asksAnHour = 120

/** Whether a statement is one of ours. */
export function statementCheckApi({ db }: World): Handlers<typeof statementCheck> {
  return {
    async check(asked, { ip }) {
      const subject = `statement-check:${sourceOf(ip)}`
      await takeTryOrRefuse(db, { subject, limit: asksAnHour, windowMs: 60 * 60_000 })
      const code = codeIn(asked.code)
      if (!code) return { verdict: 'mistyped', ...nothing }
      const issued = await issuedUnder(db, code)
      if (!issued) return { verdict: 'unknown', ...nothing }
      return {
        verdict: verdictOn(asked, issued.sha256),
        kind: issued.kind,
        from: issued.starts_at.toISOString(),
        until: issued.ends_at.toISOString(),
        zone: issued.timezone,
        issuedAt: issued.issued_at.toISOString(),
      }
    },
  }
}

const nothing = { kind: null, from: null, until: null, zone: null, issuedAt: null }

function verdictOn({ sha256 }: Input<typeof statementCheck.check>, issued: Buffer): Answer['verdict'] {
  if (sha256 === undefined) return 'issued'
  return sha256 === issued.toString('hex') ? 'genuine' : 'altered'
}
