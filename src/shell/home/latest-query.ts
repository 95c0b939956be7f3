import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { DocumentPage } from '../documents/lists.ts'

/** The person's five latest requests. */
export const latestQuery = (http: Http) =>
  queryOptions({
    queryKey: ['documents', 'initiated', 'home'],
    queryFn: ({ signal }) => http.query<DocumentPage>('/workflow/tasks/myApply', { current: 1, size: 5, figures: false }, { signal, quiet: true }),
  })
