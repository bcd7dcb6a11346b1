import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { inside, isTest } from './fixtures/sources.ts'

test('pages look at the outcome of every call they send', () => {
  const own = inside('src/app/').filter(([file]) => !isTest(file))
  expect(own.flatMap(([file, text]) => unheard(file, text))).toEqual([])
})

test.each([
  'send(get, {\n  id,\n})',
  'void send(get, {})',
  'const read = () => void send(get, {})',
  'async () => { await decide(open, {}) }',
  'isOld ? await send(get, {}) : again()',
  'isOld && send(get, {})',
  'send(get, {}).finally(() => rest())',
  'void send(get, {}).then(() => go())',
  '<Button onPress={() => send(get, {})} />',
])('a call whose outcome nobody sees is found: %j', text => {
  expect(unheard('page.tsx', text)).toEqual(['page.tsx:1'])
})

test.each([
  'const reply = await send(get, {})',
  'useLoad(() => send(get, {}))',
  'void send(get, {}).then(reply => show(reply))',
  'sendLater(get)',
])('one that is looked at, or none at all, is not: %j', text => {
  expect(unheard('page.tsx', text)).toEqual([])
})

/** What runs when a statement of this expression is done and its value is dropped. */
function dropped(node: ESTree.Expression): ESTree.Expression[] {
  switch (node.type) {
    case 'AwaitExpression':
      return dropped(node.argument)
    case 'ParenthesizedExpression':
      return dropped(node.expression)
    case 'LogicalExpression':
      return dropped(node.right)
    case 'ConditionalExpression':
      return [...dropped(node.consequent), ...dropped(node.alternate)]
    case 'SequenceExpression':
      return node.expressions.flatMap(dropped)
    default:
      return [node]
  }
}

/** True for `send(…)` and `decide(…)`, also where only their end or their failure is waited for. */
function sends(node: ESTree.Expression): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee, arguments: given } = node
  if (callee.type === 'Identifier') return callee.name === 'send' || callee.name === 'decide'
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const [then] = given
  const isDeaf =
    callee.property.name === 'then'
      ? then?.type === 'ArrowFunctionExpression' && then.params.length === 0
      : ['catch', 'finally'].includes(callee.property.name)
  return isDeaf && sends(callee.object)
}

/** Calls that are sent with nobody to see their outcome, as `file:line`. */
function unheard(file: string, text: string): string[] {
  const { program } = parseSync(file, text)
  const found: ESTree.Expression[] = []
  const look = (expression: ESTree.Expression) => found.push(...dropped(expression).filter(sends))
  new Visitor({
    ExpressionStatement: ({ expression }) => look(expression),
    UnaryExpression: ({ operator, argument }) => operator === 'void' && look(argument),
    JSXAttribute: ({ name, value }) => {
      // What the handler of an event gives back goes nowhere.
      const handler = value?.type === 'JSXExpressionContainer' ? value.expression : null
      const isEvent = name.type === 'JSXIdentifier' && /^on[A-Z]/.test(name.name)
      if (isEvent && handler?.type === 'ArrowFunctionExpression' && handler.expression)
        look(handler.body as ESTree.Expression)
    },
  }).visit(program)
  return found.map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`)
}
