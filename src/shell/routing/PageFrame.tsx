import { Suspense, type ReactNode } from 'react'
import { may } from '#providers/permissions.ts'
import type { Permission } from '#kernel/permissions.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { reads, useRead } from '../start/reads.ts'
import { Forbidden } from '../states/pages.tsx'
import { lazyPage } from './chunks.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const RefineFrame = lazyPage<{ children: ReactNode }>(async () => (await import('./RefineFrame.tsx')).RefineFrame)

/** What pages that are drawn from declarations wait for. */
export const loadRefine = (): Promise<unknown> => RefineFrame.load()

interface PageFrameProps {
  readonly needs?: Permission
  /** The address that its menu entry has; a page outside of the person's menu is not shown. */
  readonly path?: string
  /** The page uses none of Refine's hooks, so that it need not wait for them. */
  readonly isPlain?: boolean
  readonly children: ReactNode
}

/** Around every page: its right, its waiting, its failure, and Refine. */
export function PageFrame({ needs, path, isPlain = false, children }: PageFrameProps) {
  const isClosed = useIsClosed(path)
  if (!may(needs)) return <Forbidden needs={needs} />
  if (isClosed) return <Forbidden />
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>{isPlain ? children : <RefineFrame>{children}</RefineFrame>}</Suspense>
    </ErrorBoundary>
  )
}

/** Whoever finds nothing else finds the way home. */
const home = '/'

function useIsClosed(path: string | undefined): boolean {
  const closed = useRead(reads.closedPages)
  return path !== undefined && path !== home && (closed?.includes(path) ?? false)
}
