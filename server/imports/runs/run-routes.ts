import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Locale } from '#kernel/wording/label.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { serverMessages } from '#server/server-messages.ts'
import { signedIn } from '#server/http/access.ts'
import { savedFile } from '#server/http/answers/file-answer.ts'
import type { Host } from '#server/host.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import type { ImportProgress } from '../importer.ts'
import { failureFiles, type RunAtWork, runs } from './runs.ts'

const byId = z.strictObject({ id: z.string().min(1).max(64) })

/** Calls for the progress of one's own runs, stopping them, and their failed rows. */
export function runRoutes(app: FastifyInstance, { db, plugins }: Pick<Host, 'db' | 'plugins'>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const find = serverMessages(plugins)
  const config = { access: signedIn, resource: 'import' } as const
  const schema = { params: byId }

  routes.get('/public/importProgress/:id', { config, schema },
    async ({ params, caller, language }) => progressOf(await runs(db).find({ id: params.id, owner: caller.id }), find, language))

  routes.delete('/public/importProgress/:id', { config: { ...config, repeats: 'harmless' }, schema }, async ({ params, caller }) => {
    await runs(db).stop({ id: params.id, owner: caller.id })
    return true
  })

  routes.get('/public/importFailure/:id', { config: { ...config, answersFile: true }, schema }, async ({ params, caller }, reply) => {
    const { fileName, content } = await failureFiles(db).find(params.id, caller.id)
    return reply.headers(savedFile(fileName)).type(workbookType).send(content)
  })
}

function progressOf({ state, done, total, seconds, answer, reason }: RunAtWork, find: FindText, language: Locale): ImportProgress {
  return { state, done, total, answer, secondsLeft: state === 'saving' ? secondsLeft(done, total, seconds) : null,
    reason: reason && (find(reason.code, reason.parameters, language) ?? null) }
}

/** Estimates the remaining seconds from the rows so far; null without any. */
function secondsLeft(done: number, total: number, seconds: number | null): number | null {
  return seconds === null || done === 0 ? null : Math.ceil((seconds / done) * (total - done))
}
