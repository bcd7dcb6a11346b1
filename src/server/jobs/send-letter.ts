import type { Letter } from '../mail/mailer.ts'
import type { World } from '../world.ts'

/** Hands a letter to the mail service. Done twice, a letter arrives twice, which is better than not at all. */
export async function sendLetter({ mailer }: World, { to, subject, text, html }: Letter): Promise<void> {
  await mailer.send({ to, subject, text, html })
}
