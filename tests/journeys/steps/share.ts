import { expect } from 'vitest'
import { downloaded, type Person } from '../people/person.ts'
import { shoot } from '../reading/shoot.ts'

/** Reads how the app comes onto the home screen, of a computer and of a phone. */
export async function readInstall(person: Person): Promise<void> {
  const { app, w, visit } = person
  await visit('/pages/about/about')
  // Home has such a row, too.
  await app.getByRole('heading', { name: w('help.about'), exact: true }).waitFor()
  await shoot(person, 'about')
  await app.getByRole('button', { name: new RegExp(w('installRow.title')) }).click()
  const sheet = app.getByRole('dialog')
  await sheet.getByText(w('install.desktop.3')).waitFor()
  await sheet.getByRole('button', { name: w('install.mobile'), exact: true }).click()
  await sheet.getByText(w('install.android.2')).waitFor()
  await shoot(person, 'install')
  await sheet.getByRole('button', { name: w('sheet.close') }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** Opens the poster of the own invitation, keeps it as a picture, and takes the link along. */
export async function sharePoster(person: Person): Promise<void> {
  const { app, page, w, town, visit } = person
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: town.appUrl })
  await visit('/pages/invite/invite')
  await shoot(person, 'invite')
  await app.getByRole('link', { name: new RegExp(w('invite.poster')) }).click()
  const [before = '', after = ''] = w('invite.poster.alt').split('{code}')
  const poster = app.getByRole('img', { name: new RegExp(`^${before}.+${after}$`) })
  await poster.waitFor()
  const code = (await poster.getAttribute('alt'))?.slice(before.length)
  await shoot(person, 'poster')
  const save = app.getByRole('button', { name: w('invite.poster.save') })
  const { name, content } = await downloaded(person, () => save.click())
  expect(name).toBe(`glaze-${code}.png`)
  expect(content.subarray(1, 4).toString()).toBe('PNG')
  await app.getByRole('button', { name: w('invite.copyLink') }).click()
  await app.getByText(w('invite.copied')).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`refer=${code}`)
}
