import type { Call } from '../../../contract/call.ts'
import type { apiDocument } from './document.ts'
import { type Shape, shapeText } from './shape-text.ts'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security?: unknown
  'x-moves-money': Call['movesMoney']
  parameters: { name: string; in: string; required: boolean; schema: Shape }[]
  requestBody?: { content: Record<string, { schema: Shape }> }
  responses: { 200: { content: { 'application/json': { schema: { oneOf: [Shape, Shape & Refusals] } } } } }
}

interface Refusals {
  /** One refusal a line: code, key, words. */
  description: string
}

/** The API document as a page to read, its calls by their noun: no script, nothing from elsewhere. */
export function documentPage(document: ReturnType<typeof apiDocument>): string {
  const { info, tags, paths } = document
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  )
  const nouns = tags.map(({ name }) => ({
    name,
    rows: calls.filter(({ operation }) => operation.tags.includes(name)).map(row),
  }))
  const links = nouns.map(({ name, rows }) => `<a href="#${name}">${name} <small>${rows.length}</small></a>`)
  const parts = nouns.map(({ name, rows }) => `<h2 id="${name}">${name}</h2>${rows.join('')}`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Glaze API ${escaped(info.version)}</title><style>${style}</style>
<h1>Glaze API <small>${escaped(info.version)}</small></h1><p>${escaped(info.description)}</p>
<p><a href="openapi.json">openapi.json</a> · ${calls.length} calls</p><nav>${links.join('')}</nav>${parts.join('')}</html>`
}

function row({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const [success, refusal] = operation.responses[200].content['application/json'].schema.oneOf
  const badges = [
    operation.security ? 'token' : 'open',
    ...(operation['x-moves-money'] ? ['moves money'] : []),
  ]
  return `<details id="${escaped(operation.operationId)}"><summary><b>${method.toUpperCase()}</b>
<code>${escaped(path)}</code> ${badges.map(badge => `<i>${badge}</i>`).join(' ')}
<span>${sentence(operation.summary)}</span></summary>
<h3>Input</h3><pre>${inputText(operation)}</pre><h3>Data of a success</h3><pre>${text(success.properties?.data)}</pre>
<h3>Refusals</h3><table>${refusal.description.split('\n').map(refusalRow).join('')}</table></details>`
}

function inputText({ parameters, requestBody }: Operation): string {
  const places = ['path', 'query'].flatMap(place => {
    const fields = parameters.filter(parameter => parameter.in === place)
    return fields.length > 0 ? [`${place} ${text(objectOf(fields))}`] : []
  })
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `${type} ${text(schema)}`,
  )
  return [...places, ...bodies].join('\n\n') || 'nothing'
}

function objectOf(fields: Operation['parameters']): Shape {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  }
}

function refusalRow(line: string): string {
  const [, code = '', key = '', words = ''] = /^(\d+) (\w+): (.*)$/.exec(line) ?? []
  return `<tr><td>${code}<td><code>${key}</code><td>${escaped(words)}`
}

function text(shape: Shape | undefined): string {
  return escaped(shapeText(shape ?? {}))
}

function sentence(words: string): string {
  return escaped(words).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`)
}

const style = `:root{color-scheme:light dark;--bg:#F6F4EF;--paper:#fff;--ink:#16181A;--soft:#4A4D50;--jade:#0B6459;--tint:#DDEFEA}
@media(prefers-color-scheme:dark){:root{--bg:#0E1113;--paper:#181C1F;--ink:#ECEAE4;--soft:#B4B6B4;--jade:#7CCFBF;--tint:#12332E}}
body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui;background:var(--bg);color:var(--ink)}
a{color:var(--jade)}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}nav small,h1 small{color:var(--soft);font-weight:400}
h2{margin:2rem 0 .5rem}h3{margin:1rem 0 .25rem;font-size:.8rem;color:var(--soft)}
details{background:var(--paper);border-radius:12px;margin:.5rem 0;padding:.75rem 1rem}
summary{cursor:pointer}summary span{display:block;color:var(--soft)}i{font-style:normal;font-size:.8rem;background:var(--tint);
color:var(--jade);border-radius:99px;padding:0 .5rem}pre{white-space:pre-wrap;font-size:.8rem;margin:0}code{overflow-wrap:anywhere}
table{font-size:.85rem;border-spacing:0}td{padding:.1rem .75rem .1rem 0;vertical-align:top}`
