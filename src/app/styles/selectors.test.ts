import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { css, extractCss } from 'goober'
import { expect, test } from 'vitest'

const app = join(process.cwd(), 'src/app')

const templates = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !file.startsWith('build/'))
  .flatMap(file => {
    const text = readFileSync(join(app, file), 'utf8')
    return [...text.matchAll(/\bcss`([^`]*)`/g)].map(([, template = '']) => ({ file, template }))
  })

// goober takes `li:not(:last-child)::before` for two selectors and puts its class between them: nothing matches that.
test('nothing follows the bracket of a pseudo-class', () => {
  expect(templates.length).toBeGreaterThan(100)
  expect(rulesOf('& i { color: red; }')).toMatch(/^ ?\.go\d+ i\{/)
  const torn = templates.filter(({ template }) => /\)[^,{}]*\.go\d/.test(rulesOf(template)))
  expect(torn.map(({ file }) => file)).toEqual([])
})

function rulesOf(template: string): string {
  const target = document.createElement('head')
  css.call({ target }, Object.assign([template], { raw: [template] }))
  return extractCss(target)
}
