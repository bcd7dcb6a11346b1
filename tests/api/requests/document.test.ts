import { describe, expect, test } from 'vitest'
import { everyCall } from '../../../src/contract/index.ts'
import { apiDocument } from '../../../src/server/api/document/document.ts'
import { documentPage } from '../../../src/server/api/document/document-page.ts'

const document = apiDocument({ version: '1.2.3', url: 'http://127.0.0.1:3000' })

describe('the API document', () => {
  test('describes every call once, under its own id', () => {
    const ids = Object.values(document.paths).flatMap(path =>
      Object.values(path).map(operation => (operation as { operationId: string }).operationId),
    )
    expect(new Set(ids).size).toBe(everyCall().length)
  })

  test('puts path fields into the path and leaves them out of the body', () => {
    const operation = document.paths['/api/customer/userBill/{pageSize}/{page}']?.post
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['pageSize', 'page'])
    expect(
      Object.keys(operation?.requestBody?.content['application/json']?.schema.properties ?? {}),
    ).not.toContain('page')
  })

  test.each(['/api/customer/res/upload/idAuthorize', '/api/customer/res/upload/feedback'])(
    'says that %s takes the bytes of a file',
    path => {
      const { schema } = document.paths[path]?.post?.requestBody?.content['multipart/form-data'] ?? {}
      expect(schema?.properties).toEqual({
        file: { type: 'string', contentMediaType: 'application/octet-stream' },
      })
    },
  )

  test('says whether a body must be sent', () => {
    const bodyOf = (path: string) => document.paths[path]?.post?.requestBody?.required
    expect(bodyOf('/api/common/customerUser/login')).toBe(true)
    expect(bodyOf('/api/customer/res/upload/idAuthorize')).toBe(true)
    expect(bodyOf('/api/customer/customerUser/isSetPIN')).toBe(false)
  })

  test('says that a call takes its fields from the query or the body', () => {
    const { parameters, requestBody } = document.paths['/api/common/address/findArea']?.post ?? {}
    expect(parameters).toMatchObject([{ name: 'country', in: 'query', required: false }])
    expect(requestBody).toMatchObject({
      required: false,
      content: { 'application/json': { schema: { properties: { country: {} }, required: [] } } },
    })
  })

  test('lists the refusals of a call with their codes', () => {
    const text = JSON.stringify(document.paths['/api/customer/card/openCard'])
    expect(text).toContain('1401 balance_insufficient')
  })

  test('amounts are decimal, in what is sent and what comes', () => {
    const { requestBody, responses } =
      document.paths['/api/customer/cryptoCurrency/convertToCardBalance']?.post ?? {}
    expect(requestBody?.content['application/json']?.schema.properties?.amount).toMatchObject({
      format: 'decimal',
    })
    expect(JSON.stringify(responses)).toContain('"format":"decimal"')
  })

  test('is plain JSON: nothing in it is lost on the way', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(JSON.stringify(document, null, 2)))
    expect(JSON.stringify(document)).not.toContain('undefined')
  })

  test('has a page that shows every path and runs no script', () => {
    const page = documentPage(document)
    for (const { call } of everyCall()) expect(page).toContain(call.path)
    for (const { noun } of everyCall()) expect(page).toContain(`<h2 id="${noun}">`)
    expect(page).toContain('<td>1401<td><code>balance_insufficient</code>')
    expect(page).not.toMatch(/<script|undefined|\[object/i)
  })
})
