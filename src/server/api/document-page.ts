import type { Call } from '../../contract/call.ts'
import type { apiDocument } from './document.ts'

interface Operation {
  operationId: string
  summary: string
  security?: unknown
  'x-moves-money': Call['movesMoney']
  parameters: unknown[]
  requestBody?: unknown
  responses: unknown
}

/** The API document as a page to read: no script, nothing from elsewhere. */
export function documentPage(document: ReturnType<typeof apiDocument>): string {
  const rows = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => row(path, method, operation as Operation)),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Glaze API ${escaped(document.info.version)}</title><style>${style}</style>
<h1>Glaze API <small>${escaped(document.info.version)}</small></h1><p>${escaped(document.info.description)}</p>
<p><a href="openapi.json">openapi.json</a> · ${rows.length} calls</p>${rows.join('')}</html>`
}

function row(path: string, method: string, operation: Operation): string {
  const badges = [
    operation.security ? 'token' : 'open',
    ...(operation['x-moves-money'] ? ['moves money'] : []),
  ]
  const { parameters, requestBody, responses } = operation
  const shapes = JSON.stringify({ parameters, requestBody, responses }, null, 2)
  return `<details id="${escaped(operation.operationId)}"><summary><b>${method.toUpperCase()}</b>
<code>${escaped(path)}</code> ${badges.map(badge => `<i>${badge}</i>`).join(' ')}
<span>${escaped(operation.summary)}</span></summary><pre>${escaped(shapes)}</pre></details>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`)
}

const style = `body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui;background:#F6F4EF;color:#16181A}
a{color:#0B6459}details{background:#fff;border-radius:12px;margin:.5rem 0;padding:.75rem 1rem}
summary{cursor:pointer}summary span{display:block;color:#4A4D50}i{font-style:normal;font-size:.8rem;background:#DDEFEA;
color:#0B6459;border-radius:99px;padding:0 .5rem}pre{overflow:auto;font-size:.8rem}`
