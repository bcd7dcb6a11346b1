import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { minified } from './smaller.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** While developing, the head script is an ordinary module before the entry. */
export function head(): Plugin {
  return {
    name: 'glaze:head',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { server }) {
        const files = server ? ['start/head.ts', 'main.tsx'] : ['main.tsx']
        const scripts = files.map(file => `<script type="module" src="/src/app/${file}"></script>`)
        return html.replace('<!--start-->', scripts.join(''))
      },
    },
  }
}

/**
 * Whether entry and first calls come before the first frame (research, section 4): it serves people best, while the
 * simulated figures are better without.
 */
export const isEarly = process.env.GLAZE_START === 'after'

/** The head script as one small classic script. */
export async function headScript(): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { __EARLY__: `${isEarly}` },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      lib: { entry: 'src/app/start/head.ts', formats: ['iife'], name: 'head' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const [chunk] = output && 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('the head script was not built')
  return await minified(chunk.code, { module: false })
}
