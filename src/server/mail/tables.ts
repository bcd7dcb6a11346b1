/** The mail noun keeps nothing: letters wait as jobs. */
export type MailTables = Record<never, never>
