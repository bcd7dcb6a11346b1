import { expect, test } from 'vitest'
import { broughtIn } from './preload-helper.ts'

test('every import() that Vite has wrapped asks for its file by name, so that it can be under another URL next time', () => {
  const made = {
    'bring(() => import("./a-!~{0Z}~.js"), __VITE_PRELOAD__)': 'bring("./a-!~{0Z}~.js")',
    'later(() => bring(() => import("./a.js").then((part) => part.A, () => {}), __VITE_PRELOAD__))':
      'later(() => bring("./a.js").then((part) => part.A, () => {}))',
    [`bring$1(async () => {
	const { draw, keep } = await import("./a.js");
	return {
		draw,
		keep
	};
}, __VITE_PRELOAD__).then(({ draw }) => draw())`]: 'bring$1("./a.js").then(({ draw }) => draw())',
    "return await bring(() => import('/assets/' + file), __VITE_PRELOAD__)":
      "return await import('/assets/' + file)",
  }
  for (const [wrapped, brought] of Object.entries(made)) expect(broughtIn(wrapped)).toBe(brought)
})

test('one in another shape is not built', () => {
  expect(() => broughtIn('bring(() => other(import("./a.js")), __VITE_PRELOAD__)')).toThrow('a.js')
})
