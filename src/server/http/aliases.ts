import type { FastifyInstance } from 'fastify'

/** Calls that the specification spells its own way, by their correct spelling (decision D8). */
const spellings = [
  ['cardTransactionList', 'cardTranscationList'],
  ['generateCardHolderUrl', 'generatorCardHolderUrl'],
] as const

/** Redirects calls with the correct spelling to the specification's path, with the same method and body (308). */
export function answerAliases(http: FastifyInstance): void {
  for (const [correct, specified] of spellings)
    for (const rest of ['', '/*'])
      http.post(`/api/customer/card/${correct}${rest}`, (request, reply) =>
        reply.redirect(request.url.replace(correct, specified), 308),
      )
}
