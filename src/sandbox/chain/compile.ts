import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// Run by hand after a change of token.sol: `npx node src/sandbox/chain/compile.ts`. The artefact is committed.

interface Solc {
  compile(input: string): string
}
interface Contract {
  abi: unknown[]
  evm: { bytecode: { object: string } }
}

const solc = createRequire(import.meta.url)('solc') as Solc
const here = import.meta.dirname
const input = {
  language: 'Solidity',
  sources: { 'token.sol': { content: readFileSync(join(here, 'token.sol'), 'utf8') } },
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}
const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, Contract>>
}
for (const error of output.errors ?? []) console.error(error.formattedMessage)
if (output.errors?.some(error => error.severity === 'error')) process.exit(1)

for (const [name, contract] of Object.entries(output.contracts['token.sol'] ?? {})) {
  const artifact = { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
  writeFileSync(join(here, `${name.toLowerCase()}.artifact.json`), `${JSON.stringify(artifact)}\n`)
  console.log(name, artifact.bytecode.length / 2, 'bytes')
}
