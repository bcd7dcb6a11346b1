/** For `globalSetup` where the machine has no PostgreSQL of its own: the run ends by saying what was left out. */
export default function setup(): () => void {
  return () =>
    console.warn(`
LEFT OUT: the tests of the API and the ledger on Debian's PostgreSQL, which this machine does not have
(apt-get install postgresql). They ran on the embedded PostgreSQL only.`)
}
