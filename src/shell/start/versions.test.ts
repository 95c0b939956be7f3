import { expect, it } from 'vitest'
import { createHttp } from '#providers/http.ts'
import { createReactions } from '#providers/reactions.ts'
import { QueryClient } from '@tanstack/react-query'
import { reads, startReads } from './reads.ts'
import { followVersions } from './versions.ts'

it('reads the dictionaries again when an answer names another version of them', async () => {
  const stale: unknown[] = []
  let version: string | null = '7'
  const answer = () => Response.json({ code: 200, msg: '', data: 1 }, { headers: version === null ? {} : { 'x-dict-version': version } })
  const onHeaders = followVersions({ invalidateQueries: async (filters) => void stale.push(filters?.queryKey) })
  const http = createHttp({ token: async () => undefined, locale: () => 'cn', reactions: createReactions(), onHeaders,
    fetch: async () => answer() })
  const after = async (next: string | null) => {
    version = next
    await http.get('/anything')
    return stale.splice(0).map(String)
  }

  expect(await after('7')).toEqual([])
  expect(await after('7')).toEqual([])
  expect(await after(null)).toEqual([])
  expect(await after('9')).toEqual(expect.arrayContaining(['read,dictionaries', 'read,businessTypes', 'read,terminals']))
  expect(await after('9')).toEqual([])
})

it('does the same for the menu, the pages outside of it and designed forms, by a version of its own', () => {
  const stale: string[] = []
  const onHeaders = followVersions({ invalidateQueries: async (filters) => void stale.push(String(filters?.queryKey)) })
  onHeaders(new Headers({ 'x-dict-version': '1', 'x-menu-version': '1' }))
  onHeaders(new Headers({ 'x-dict-version': '1', 'x-menu-version': '2' }))
  expect(stale).toEqual(['read,menus', 'read,closedPages', 'read,processes', 'read,designed'])
})

it('reads what the shell keeps and what plugins add, each with its group', async () => {
  const asked: string[] = []
  const http = createHttp({ token: async () => undefined, locale: () => 'cn', reactions: createReactions(), fetch: async (input) => {
    asked.push(new URL(input instanceof Request ? input.url : String(input), 'http://localhost').pathname)
    return Response.json({ code: 200, msg: '', data: { forms: [], resources: [], references: [], contributions: [], requires: {} } })
  } })
  const own = { name: 'own', group: 4, ask: (by: typeof http) => by.get('/own') } as const
  const { group } = startReads({ client: new QueryClient(), http, session: { token: async () => undefined }, reads: [own] })
  const paths = async (index: number) => {
    await group(index)
    return asked.splice(0).map((path) => path.replace(/^\/api/, '')).toSorted()
  }
  expect(await paths(1)).toEqual(['/system/menus/current', '/system/user/currentUser'])
  expect(await paths(4)).toEqual(['/own', '/workflow/declarations'])
  expect(Object.values(reads).filter(({ group: each }) => each === 3)).toHaveLength((await paths(3)).length)
})
