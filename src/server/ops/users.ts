import { defineCommand } from 'citty'
import { liftHold } from '../account/hold.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { withSecond } from './two-people.ts'

const email = { type: 'positional', description: "the customer's e-mail address", required: true } as const

/** `ops users …` */
export const userCommands = defineCommand({
  meta: { name: 'users', description: 'Customers' },
  subCommands: {
    'lift-hold': defineCommand({
      meta: {
        name: 'lift-hold',
        description: 'Lets a customer withdraw before the hold is over; it takes two different operators',
      },
      args: { email, json },
      run: ({ args }) => atDesk(desk => lift(desk, args)),
    }),
  },
})

async function lift({ db, operator }: Desk, { email, json }: { email: string; json: boolean }) {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (!user) throw new Error('There is no customer with this address.')
  const deed = { operator, verb: 'user.lift-hold', subject: user.id }
  const { isDone } = await withSecond(db, deed, async db => {
    if (!(await liftHold(db, user.id))) throw new Error('Withdrawals of this customer are not held.')
  })
  print([{ email, isLifted: isDone, approvalsMissing: isDone ? 0 : 1 }], json)
}
