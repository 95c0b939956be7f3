import { Suspense, type ReactNode } from 'react'
import { may } from '#providers/permissions.ts'
import type { Permission } from '#kernel/permissions.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { reads, useRead } from '../start/reads.ts'
import { Forbidden } from '../states/pages.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface PageFrameProps {
  readonly needs?: Permission
  /** The address that its menu entry has; a page outside of the person's menu is not shown. */
  readonly path?: string
  /** The skeleton that is drawn while it loads. */
  readonly shape?: 'list' | 'document'
  readonly children: ReactNode
}

/** Around every page: its right, its waiting, its failure. */
export function PageFrame({ needs, path, shape, children }: PageFrameProps) {
  const isClosed = useIsClosed(path)
  if (!may(needs)) return <Forbidden needs={needs} />
  if (isClosed) return <Forbidden />
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton shape={shape} />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** A page without content links to the home page. */
const home = '/'

function useIsClosed(path: string | undefined): boolean {
  const closed = useRead(reads.closedPages)
  return path !== undefined && path !== home && (closed?.includes(path) ?? false)
}
