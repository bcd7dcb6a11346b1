import { PostgresDriver } from 'kysely'

/** From now on so many of a hundred commits are carried out and nobody hears of it: the connection is cut right after. */
export function loseCommits(inHundred: number): { count(): number; end(): void } {
  const { commitTransaction } = PostgresDriver.prototype
  let lost = 0
  PostgresDriver.prototype.commitTransaction = async function (connection) {
    await commitTransaction.call(this, connection)
    if (Math.random() * 100 >= inHundred) return
    lost++
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  }
  return {
    count: () => lost,
    end: () => {
      PostgresDriver.prototype.commitTransaction = commitTransaction
    },
  }
}
