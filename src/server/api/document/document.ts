import * as z from 'zod/mini'
import { type Call, pathFields } from '../../../contract/call.ts'
import { amount, signedAmount } from '../../../contract/field.ts'
import { everyCall } from '../../../contract/index.ts'
import { refusals } from '../../../contract/refusal.ts'
import { refusalsOf } from '../../http/refused.ts'

/** The OpenAPI 3.1 document, generated from the contract: nothing in it is written twice. */
export function apiDocument({ version, url }: { version: string; url: string }) {
  const calls = everyCall()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Glaze',
      version,
      description:
        'Success is HTTP 200 with code 1; a refusal is HTTP 200 with another code, its key and English words; ' +
        'anything else carries status. The token travels in X-Access-Token. Amounts are decimal strings in major units.',
    },
    servers: [{ url }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map(name => ({ name })),
    paths: Object.fromEntries(calls.map(({ noun, name, call }) => [call.path, operations(noun, name, call)])),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
    },
  }
}

function operations(noun: string, name: string, call: Call) {
  const { body, parameters } = inputOf(call)
  return {
    [call.method.toLowerCase()]: {
      operationId: `${noun}.${name}`,
      tags: [noun],
      summary: call.promise,
      ...(call.who === 'customer' && { security: [{ token: [] }] }),
      'x-moves-money': call.movesMoney,
      parameters,
      ...(body && { requestBody: body }),
      responses: responsesOf(call),
    },
  }
}

type Schema = { properties?: Record<string, unknown>; required?: string[]; [key: string]: unknown }

function inputOf(call: Call) {
  const whole = schemaOf(call.input, 'input')
  const inPath = pathFields(call.path)
  const rest = Object.entries(whole.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const isRequired = (field: string) => whole.required?.includes(field) ?? false
  const parameter = (place: string) => (field: string, schema: unknown) => ({
    name: field,
    in: place,
    required: place === 'path' || isRequired(field),
    schema,
  })
  const parameters = inPath.map(field =>
    parameter('path')(field, whole.properties?.[field] ?? { type: 'string' }),
  )
  const inQuery = rest.map(([field, schema]) => parameter('query')(field, schema))
  if (call.method === 'GET') return { parameters: [...parameters, ...inQuery] }
  const required = rest.map(([field]) => field).filter(isRequired)
  const body = { ...whole, properties: Object.fromEntries(rest) }
  const type = call.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  const bodyOf = (schema: Schema) => ({
    required: (schema.required ?? []).length > 0,
    content: { [type]: { schema } },
  })
  if (!call.takesQuery) return { parameters, body: bodyOf({ ...body, required }) }
  // In the one place or the other: none can be asked for in both.
  const either = inQuery.map(field => ({ ...field, required: false }))
  return { parameters: [...parameters, ...either], body: bodyOf({ ...body, required: [] }) }
}

function responsesOf(call: Call) {
  const known = refusalsOf(call)
  const refusal = {
    type: 'object',
    description: known.map(key => `${refusals[key][0]} ${key}: ${refusals[key][1]}`).join('\n'),
    required: ['code', 'key', 'msg', 'data'],
    properties: {
      code: { enum: known.map(key => refusals[key][0]) },
      key: { enum: known },
      msg: { type: 'string' },
      data: { type: ['object', 'null'] },
    },
  }
  const success = {
    type: 'object',
    required: ['code', 'data'],
    properties: { code: { const: 1 }, data: schemaOf(call.output, 'output') },
  }
  const failure = {
    type: 'object',
    required: ['status', 'error', 'path'],
    properties: { status: { type: 'integer' }, error: { type: 'string' }, path: { type: 'string' } },
  }
  const json = (schema: unknown) => ({ 'application/json': { schema } })
  return {
    200: { description: 'Success or refusal', content: json({ oneOf: [success, refusal] }) },
    default: { description: 'Infrastructure failure', content: json(failure) },
  }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // The only shape of ours that JSON cannot say is a file.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, file)
      if (amountPatterns.includes(jsonSchema.pattern)) jsonSchema.format = 'decimal'
    },
  })
  return json as Schema
}

/** Amounts of money have a name of their own in OpenAPI's registry of formats. */
const amountPatterns = [amount, signedAmount].map(schema => z.toJSONSchema(schema).pattern)

/** How OpenAPI 3.1 says that bytes are sent (Considerations for File Uploads). */
const file = { type: 'string', contentMediaType: 'application/octet-stream' }
