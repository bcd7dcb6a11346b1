import type { Person } from '../people/person.ts'
import { picture } from '../people/phone.ts'

/** Who this person is, in the words the form wants. */
const profile = {
  lastName: 'Lin',
  firstName: 'Wei',
  state: 'Jiangxi',
  city: 'Jingdezhen',
  street: 'Kiln Road 1',
  postalCode: '333000',
}

/** Fills in the profile, takes both pictures of a passport and waits for the operator's yes. */
export async function verify(person: Person): Promise<void> {
  const { app, w, visit } = person
  await visit('/pages/idAuthNew/idAuthNew')
  await app.getByRole('radio', { name: new RegExp(w('identity.doc.passport')) }).check({ force: true })
  await app.getByRole('link', { name: new RegExp(`^${w('identity.country')}`) }).click()
  await app.getByRole('searchbox').fill('CN')
  await app
    .getByRole('button', { name: /CN|\+86/ })
    .first()
    .click()
  await app.getByRole('button', { name: new RegExp(`${w('identity.start')}|${w('identity.goOn')}`) }).click()
  for (const [name, text] of Object.entries(profile)) {
    await app.getByLabel(w(`identity.${name}`), { exact: true }).fill(text)
  }
  await app.getByLabel(w('identity.phone'), { exact: true }).fill('13800138000')
  await app.getByRole('button', { name: w('identity.save') }).click()
  for (const side of ['front', 'hold']) await takePicture(person, side)
  await app.getByText(w('identity.status.approved'), { exact: true }).first().waitFor()
}

async function takePicture({ app, w }: Person, side: string): Promise<void> {
  const file = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer: await picture() }
  await app.getByRole('button', { name: w('identity.photo.camera') }).waitFor()
  await app.locator('input[type=file]').first().setInputFiles(file)
  await app.getByRole('button', { name: w('identity.photo.use') }).click()
  await app.getByRole('button', { name: w('identity.photo.use') }).waitFor({ state: 'detached' })
}
