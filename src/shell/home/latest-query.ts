import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { DocumentPage } from '../documents/lists.ts'

/** The query for the user's latest requests, of all forms or of one. */
export const latestQuery = (http: Http, { type, size = 5 }: { readonly type?: string; readonly size?: number } = {}) =>
  queryOptions({
    queryKey: ['documents', 'initiated', 'latest', type, size],
    queryFn: ({ signal }) =>
      http.query<DocumentPage>('/workflow/tasks/myApply', { ...(type === undefined ? {} : { businessType: [type] }), current: 1, size,
        figures: false }, { signal, quiet: true }),
  })
