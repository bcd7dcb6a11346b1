/** An e-mail as it is shown (specification, section 5): `l*@x.com` up to four characters, `lin***i@x.com` beyond. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return email
  const local = email.slice(0, at)
  const shown = local.length <= 4 ? `${local.slice(0, 1)}*` : `${local.slice(0, 3)}***${local.slice(-1)}`
  return shown + email.slice(at)
}
