import { sql } from 'kysely'
import { cardTables } from './personal-card-tables.ts'
import { gone, type PersonalTable, reasonOfOurs } from './personal-table.ts'

/**
 * Every table that knows a person, in an order in which rows can go. A test holds the list against the database: a new
 * table with a person in it needs a line here.
 */
export const personalTables: readonly PersonalTable[] = [
  // How somebody signs in. No hashes and no tokens: they are ours, and worth something to thieves alone.
  {
    table: 'sessions',
    shows: ['id', 'method', 'device', 'ip', 'created_at', 'expires_at', 'ended_at'],
    goes: 'rows',
  },
  { table: 'freezes', shows: ['frozen_by', 'frozen_at', 'lifted_at'], goes: 'rows' },
  { table: 'sign_ins', shows: ['method', 'device', 'ip', 'is_success', 'created_at'], goes: 'rows' },
  { table: 'known_devices', shows: ['seen_at', 'proved_at'], goes: 'rows' },
  { table: 'recovery_codes', shows: ['used_at'], goes: 'rows' },
  { table: 'second_factors', shows: ['started_at', 'confirmed_at'], goes: 'rows' },
  { table: 'second_factor_removals', shows: ['state', 'asked_at', 'due_at', 'ended_at'], goes: 'rows' },
  {
    table: 'passkeys',
    shows: ['kind', 'name', 'device', 'is_synced', 'created_at', 'used_at'],
    goes: 'rows',
  },
  { table: 'pin_passes', shows: [], goes: 'rows' },
  { table: 'email_changes', shows: ['old_email', 'new_email', 'changed_at', 'ended_at'], goes: 'rows' },
  { table: 'telegram_unbinds', shows: ['created_at'], goes: 'rows' },
  { table: 'email_codes', whose: ({ email }) => sql`email = ${email}`, shows: [], goes: 'rows' },
  {
    table: 'attempts',
    whose: ({ id, email }) => sql`string_to_array(subject, ':') && array[${id}, ${email}]::text[]`,
    shows: [],
    goes: 'rows',
  },
  // What operators wrote of them is for operators, as long as there is somebody it is about.
  { table: 'audit_notes', shows: [], goes: { words: gone, salt: gone } },
  { table: 'agreement_acceptances', shows: ['key', 'version', 'accepted_at'], goes: 'nothing' },

  // Who they are, and where they live.
  { table: 'handoffs', shows: ['doc_type', 'device', 'created_at', 'ended_at'], goes: 'rows' },
  { table: 'documents', shows: ['side', 'doc_type', 'width', 'height', 'created_at'], goes: 'rows' },
  {
    table: 'applicants',
    shows: [
      'id',
      'status',
      'reason',
      'note',
      'profile',
      'doc_type',
      'expires_on',
      'submitted_at',
      'decided_at',
      'created_at',
    ],
    goes: { profile: sql`'{}'`, reason: gone, note: gone, expires_on: gone },
  },
  {
    table: 'mailing_addresses',
    shows: [
      ...['recipient', 'country', 'state', 'city', 'address', 'zip_code', 'email', 'area_code', 'phone'],
      ...['is_default', 'created_at'],
    ],
    goes: 'rows',
  },

  // What they told us, and we them.
  { table: 'card_arrivals', shows: ['card_id', 'currency', 'amount_minor', 'confirmed_at'], goes: 'rows' },
  { table: 'messages', shows: ['kind', 'notice_type', 'params', 'read_at', 'created_at'], goes: 'rows' },
  {
    table: 'message_settings',
    shows: ['mail', 'telegram', 'push', 'quiet_from', 'quiet_until'],
    goes: 'rows',
  },
  // Where a browser is written to is its secret.
  { table: 'push_subscriptions', shows: ['has_amounts', 'created_at'], goes: 'rows' },
  { table: 'ticket_pictures', shows: ['created_at'], goes: 'rows' },
  {
    table: 'dispute_lines',
    whose: ({ id }) => sql`dispute_id in (select id from disputes where user_id = ${id})`,
    shows: ['dispute_id', 'text', 'created_at'],
    goes: 'rows',
  },
  {
    table: 'disputes',
    shows: ['id', 'number', 'bill_id', 'reason', 'amount_minor', 'status', 'note', 'created_at', 'ended_at'],
    currency: 'USD',
    goes: { note: gone },
  },
  {
    table: 'refund_watches',
    shows: [
      'id',
      'bill_id',
      'amount_minor',
      'arrived_minor',
      'due_on',
      'note',
      'status',
      'created_at',
      'ended_at',
    ],
    currency: 'USD',
    goes: 'rows',
  },
  {
    table: 'ticket_lines',
    whose: ({ id }) => sql`ticket_id in (select id from tickets where user_id = ${id})`,
    shows: ['ticket_id', 'text', 'created_at'],
    goes: 'rows',
  },
  {
    table: 'tickets',
    shows: ['id', 'number', 'status', 'ref_type', 'diagnostic', 'created_at', 'updated_at'],
    goes: 'rows',
  },
  // What somebody is still to get for inviting others lapses; what others get for having invited them does not.
  {
    table: 'rewards',
    whose: ({ id }) => sql`referrer_id = ${id}`,
    shows: ['amount_minor', 'status', 'created_at', 'paid_at'],
    currency: 'USDT',
    goes: {
      status: sql`case when status = 'waiting' then 'refused' else status end`,
      reason: sql`case when status = 'waiting' then 'off' else reason end`,
    },
  },

  // Money on the chain. Addresses stay: what is sent to an old one is known by it.
  { table: 'deposit_addresses', shows: ['network', 'address', 'card_id', 'created_at'], goes: 'nothing' },
  {
    table: 'deposits',
    shows: [
      'id',
      'network',
      'tx_hash',
      'address',
      'currency',
      'amount_minor',
      'status',
      'seen_at',
      'credited_at',
    ],
    goes: 'nothing',
  },
  {
    table: 'strays',
    shows: ['network', 'tx_hash', 'token', 'address', 'amount_raw', 'seen_at'],
    goes: 'nothing',
  },
  {
    table: 'saved_addresses',
    shows: ['network', 'address', 'label', 'created_at', 'usable_at', 'last_used_at', 'removed_at'],
    goes: 'rows',
  },
  {
    table: 'withdrawals',
    shows: [
      ...['id', 'network', 'currency', 'address', 'label', 'amount_minor', 'fee_minor'],
      ...['receive_minor', 'status'],
      ...['reason', 'note', 'tx_hash', 'delay_hours', 'created_at', 'sent_at', 'ended_at'],
    ],
    goes: { label: sql`''`, note: gone },
  },
  {
    table: 'quotes',
    shows: ['currency', 'amount_minor', 'rate', 'created_at', 'used_at'],
    goes: 'nothing',
  },

  ...cardTables,

  // The books.
  { table: 'decisions', shows: ['request_id', 'call', 'created_at'], goes: 'rows' },
  {
    table: 'bills',
    shows: [
      ...['id', 'kind', 'amount_minor', 'currency', 'fee_minor', 'account', 'remark', 'status'],
      ...['trace_id', 'steps'],
      ...['note', 'created_at', 'updated_at'],
    ],
    goes: {
      note: gone,
      remark: sql`remark - '{label,note}'::text[] - case when remark ->> 'reason' !~ ${reasonOfOurs} then 'reason' else '' end`,
      steps: sql`(
        select coalesce(jsonb_agg(step #- '{detail,note}' #- case when step #>> '{detail,reason}' !~ ${reasonOfOurs}
          then '{detail,reason}'::text[] else '{}' end order by place), '[]')
        from jsonb_array_elements(steps) with ordinality as trail (step, place)
      )`,
    },
  },
  {
    table: 'accounts',
    whose: ({ id }) => sql`owner_id = ${id}`,
    shows: ['id', 'kind', 'currency', 'balance_minor', 'held_minor', 'created_at'],
    goes: 'nothing',
  },
  {
    table: 'deletions',
    shows: ['state', 'reason', 'asked_at', 'due_at', 'ended_at'],
    goes: { reason: gone },
  },
]
