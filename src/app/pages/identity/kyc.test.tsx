import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, describe, expect, test } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { awayBefore, done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import KycPage from './kyc.tsx'
import { keepKycDraft, kycDraft } from './parts/kept.ts'
import { choose } from './parts/profile/countries.ts'
import { forgetKyc } from './parts/use-kyc.ts'

const getKyc = '/api/customer/idAuthorize/getKyc'
const editKyc = '/api/customer/idAuthorize/editKyc'
const china = { name: 'China', nameZh: '中国', code: 'CN', flag: '🇨🇳', phoneCode: '+86' }
const countries = { '/api/common/address/selectCountry': done([china]) }
const profile = {
  firstName: 'Wei',
  lastName: 'Lin',
  country: 'CN',
  state: 'Jiangxi',
  city: 'Jingdezhen',
  address: 'Kiln Road 1',
  postalCode: '333000',
  areaCode: '+86',
  phone: '13800138000',
}
const missing = { code: 1202, key: 'kyc_missing', msg: '', data: null }

function state(certStatus: string, changes: object = {}) {
  const sides = { uploaded: ['front'], missing: ['hold'], findings: [] }
  const submittedAt = '2026-11-20T10:00:00.000Z'
  return done({ certStatus, reason: null, profile, docType: 'passport', ...sides, submittedAt, ...changes })
}

async function open(kyc: object, { query = {}, more = {} } = {}) {
  signedInAs({ certified: false, certStatus: 'none' })
  const sent = stubApi({ ...countries, [getKyc]: kyc, ...more })
  const page = await renderPage('identity', KycPage, { query })
  return { sent, ...page }
}

function type(label: string, value: string) {
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
}

function submit() {
  fireEvent.submit(screen.getByText('保存并拍摄证件').closest('form') as HTMLFormElement)
}

function begun() {
  signedInAs()
  keepKycDraft({ values: profile, docType: 'passport' })
}

afterEach(forgetKyc)

describe('how a verification stands', () => {
  test.each([
    ['draft', '还差一点', '继续认证', '#/pages/passportUpload/passportUpload?side=hold'],
    ['need_more', '需要补充资料', '补充照片', '#/pages/passportUpload/passportUpload?side=hold'],
    ['reject', '认证未通过', '重新认证', '#/pages/idAuthNew/idAuthNew?restart=1'],
    ['expired', '认证已过期', '更新证件，重新认证', '#/pages/idAuthNew/idAuthNew?restart=1'],
    ['pending', '审核中', '回到首页', '#/'],
    ['approved', '认证已通过', '申请一张卡', '#/pages/cardTypeList/cardTypeList'],
  ])('%s is told, with the one way on', async (certStatus, title, button, href) => {
    await open(state(certStatus, { reason: certStatus === 'reject' ? '四个角没有全部拍到' : null }))
    await screen.findByText(title)
    expect(screen.getByText(button).getAttribute('href')).toBe(href)
    expect(Boolean(screen.queryByText('四个角没有全部拍到'))).toBe(certStatus === 'reject')
  })

  test('more is needed: it says which pictures', async () => {
    await open(state('need_more', { reason: '手持照片看不清' }))
    await screen.findByText('需要重新拍摄')
    screen.getByText('手持证件')
    screen.getByText('手持照片看不清')
  })

  test.each([
    ['draft', '#/pages/passportUpload/passportUpload?side=front'],
    ['pending', undefined],
  ])('what was noticed on a picture is told in words; a %s one is retaken or not', async (status, href) => {
    await open(state(status, { findings: [{ side: 'front', what: 'name_differs' }] }))
    await screen.findByText(/证件上的姓名与填写的不一致/)
    expect(screen.queryByText('重拍')?.getAttribute('href')).toBe(href)
  })

  test('never begun leads to the beginning', async () => {
    await open(missing)
    expect((await screen.findByText('开始认证')).getAttribute('href')).toBe('#/pages/idAuthNew/idAuthNew')
  })

  test('the phone number is masked', async () => {
    const { container } = await open(state('approved'))
    await screen.findByText('+86 ****8000')
    expect(container.textContent).not.toContain('13800138000')
  })

  test('who came from a card goes back to it, and nowhere else', async () => {
    const back = '/pages/openCard/openCard?cardTypeId=celadon'
    const page = await open(state('approved'), { query: { back } })
    expect((await screen.findByText('继续')).getAttribute('href')).toBe(`#${back}`)
    page.unmount()
    await open(state('approved'), { query: { back: 'https://elsewhere.example' } })
    expect((await screen.findByText('申请一张卡')).getAttribute('href')).not.toContain('elsewhere')
  })

  test('a decision that comes while somebody waits is told with the seal', async () => {
    let asked = 0
    await open(() => state(asked++ === 0 ? 'pending' : 'approved'), {
      more: { '/api/customer/customerUser/getUser': done(person) },
    })
    await screen.findByText('审核中')
    await waitFor(() => expect(screen.getByText('成')).toBeTruthy())
  })

  test('silence offers to try again', async () => {
    await open({ status: 500, error: 'none', path: '' })
    const retry = await screen.findByText('重试')
    stubApi({ [getKyc]: state('pending') })
    fireEvent.click(retry)
    await screen.findByText('审核中')
  })
})

describe('the form', () => {
  test('keeps what is typed over a visit elsewhere, and takes the country that was chosen there', async () => {
    begun()
    const page = await open(missing)
    await screen.findByLabelText('城市')
    type('城市', 'Hangzhou')
    page.unmount()
    forgetKyc()
    choose('areaCode', { ...china, phoneCode: '+852' })
    await open(missing)
    expect((await screen.findByLabelText<HTMLInputElement>('城市')).value).toBe('Hangzhou')
    expect(screen.getByText('+852')).toBeTruthy()
  })

  test('a draft belongs to one customer', async () => {
    begun()
    signedInAs({ id: '01990000-0000-7000-8000-000000000002' })
    expect(kycDraft()).toBeNull()
  })

  test('names want Latin letters; blanks and letters of full width are mended', async () => {
    begun()
    const { sent } = await open(missing, { more: { [editKyc]: done(null) } })
    await screen.findByLabelText('姓（英文）')
    type('姓（英文）', '林')
    submit()
    await screen.findByText('请输入英文字母')
    expect(sent.some(({ path }) => path === editKyc)).toBe(false)
    type('姓（英文）', 'Ｌｉｎ ')
    submit()
    await waitFor(() => expect(currentUrl.value).toBe('/pages/passportUpload/passportUpload'))
    const { body } = sent.find(({ path }) => path === editKyc) ?? {}
    expect(body).toEqual({ ...profile, docType: 'passport' })
    expect(kycDraft()).toBeNull()
  })

  test('that is saved moves nobody who went elsewhere before the answer', async () => {
    begun()
    await open(missing, { more: { [editKyc]: awayBefore(done(null)) } })
    await screen.findByLabelText('城市')
    submit()
    await waitFor(() => expect(kycDraft()).toBeNull())
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(currentUrl.value).toBe('/pages/card/card')
  })

  test.each([
    [{ code: 1206, key: 'phone_invalid', msg: '', data: null }, '手机号', '手机号不正确'],
    [
      { code: 1503, key: 'modify_failed', msg: '', data: { fields: { birthday: 'birthday' } } },
      '出生日期',
      '需年满 18 周岁，请检查日期',
    ],
    [
      { code: 1400, key: 'input_invalid', msg: '', data: { fields: { city: 'text' } } },
      '城市',
      '内容有误，请检查',
    ],
  ])('a refusal is told at its field (%#)', async (refusal, label, words) => {
    begun()
    await open(missing, { more: { [editKyc]: refusal } })
    await screen.findByLabelText('城市')
    submit()
    const note = await screen.findByText(words)
    expect(screen.getByLabelText(new RegExp(`^${label}`)).getAttribute('aria-describedby')).toBe(note.id)
    expect(kycDraft()?.values.city).toBe('Jingdezhen')
  })

  test('a Chinese name is spelled by the server, and taken over with one press', async () => {
    begun()
    const spelled: Record<string, string> = { 欧阳: 'OUYANG', 小明: 'XIAOMING' }
    const { sent } = await open(missing, {
      more: {
        '/api/customer/idAuthorize/spellName': ({ text }: { text?: string }) =>
          done({ spelled: spelled[text ?? ''] }),
      },
    })
    await screen.findByLabelText('姓（英文）')
    type('姓（英文）', '欧阳')
    type('名（英文）', '小明')
    await screen.findByText('英文拼写：OUYANG XIAOMING')
    const parts = sent.filter(({ path }) => path.endsWith('spellName')).map(({ body }) => body.part)
    expect(parts.sort()).toEqual(['firstName', 'lastName'])
    fireEvent.click(screen.getByText('使用'))
    await screen.findByText('卡面将显示 XIAOMING OUYANG')
  })

  test.each([
    ['Müller', 'Muller'],
    ['Łukasz', 'Lukasz'],
    ['Groß', 'Gross'],
  ])('%s is proposed without its accents, asking nobody', async (name, plain) => {
    begun()
    const { sent } = await open(missing)
    await screen.findByLabelText('姓（英文）')
    type('姓（英文）', name)
    await screen.findByText(`英文拼写：${plain}`)
    expect(sent.some(({ path }) => path.endsWith('spellName'))).toBe(false)
  })

  test('other letters are to be copied from the passport', async () => {
    begun()
    await open(missing)
    await screen.findByLabelText('姓（英文）')
    type('姓（英文）', 'Иванов')
    await screen.findByText(/最下面两行里的拼写/)
  })

  test('hyphens and apostrophes of every phone are taken', async () => {
    begun()
    const { sent } = await open(missing, { more: { [editKyc]: done(null) } })
    await screen.findByLabelText('姓（英文）')
    type('姓（英文）', 'O’Neill')
    type('名（英文）', 'Anne–Marie')
    submit()
    await waitFor(() =>
      expect(sent.find(({ path }) => path === editKyc)?.body).toMatchObject({
        lastName: "O'Neill",
        firstName: 'Anne-Marie',
      }),
    )
  })

  test('starting over is said to the server', async () => {
    begun()
    keepKycDraft({ isRestart: true })
    const { sent } = await open(state('draft'), { more: { [editKyc]: done(null) } })
    await screen.findByLabelText('城市')
    submit()
    await waitFor(() => expect(sent.find(({ path }) => path === editKyc)?.body.restart).toBe(true))
  })

  test('a number that was pasted with its area code loses it', async () => {
    begun()
    await open(missing)
    await screen.findByLabelText('手机号')
    type('手机号', '+86 138-0013-8001')
    expect(screen.getByLabelText<HTMLInputElement>('手机号').value).toBe('13800138001')
  })
})
