import type { SecondFactorTables } from '../account/second-factor/tables.ts'
import type { AccountTables } from '../account/tables.ts'
import type { AddressTables } from '../addresses/tables.ts'
import type { DecisionTables } from '../api/deciding/decision-tables.ts'
import type { AuditTables } from '../audits/tables.ts'
import type { BillTables } from '../bills/tables.ts'
import type { CardTables } from '../cards/tables.ts'
import type { ChainTables } from '../chain/tables.ts'
import type { DisputeTables } from '../disputes/tables.ts'
import type { FeedbackTables } from '../feedback/tables.ts'
import type { IdentityTables } from '../identity/tables.ts'
import type { InviteTables } from '../invites/tables.ts'
import type { JobTables } from '../jobs/queue/tables.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { MailTables } from '../mail/tables.ts'
import type { MessageTables } from '../messages/tables.ts'
import type { ParamTables } from '../params/tables.ts'
import type { RateTables } from '../rates/tables.ts'
import type { RefundTables } from '../refunds/tables.ts'

/** Every table of the product. */
export type Tables = LedgerTables &
  AccountTables &
  SecondFactorTables &
  AddressTables &
  IdentityTables &
  ChainTables &
  CardTables &
  BillTables &
  MessageTables &
  RateTables &
  JobTables &
  AuditTables &
  FeedbackTables &
  DisputeTables &
  RefundTables &
  InviteTables &
  ParamTables &
  DecisionTables &
  MailTables
