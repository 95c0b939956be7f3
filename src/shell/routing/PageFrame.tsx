import { Suspense, type ReactNode } from 'react'
import { may } from '../../../providers/permissions.ts'
import type { Permission } from '../../kernel/permissions.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { Forbidden } from '../states/pages.tsx'
import { lazyPage } from './chunks.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const RefineFrame = lazyPage<{ children: ReactNode }>(async () => (await import('./RefineFrame.tsx')).RefineFrame)

interface PageFrameProps {
  readonly needs?: Permission
  /** The page uses none of Refine's hooks, so that it need not wait for them. */
  readonly isPlain?: boolean
  readonly children: ReactNode
}

/** Around every page: its right, its waiting, its failure, and Refine. */
export function PageFrame({ needs, isPlain = false, children }: PageFrameProps) {
  if (!may(needs)) return <Forbidden needs={needs} />
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>{isPlain ? children : <RefineFrame>{children}</RefineFrame>}</Suspense>
    </ErrorBoundary>
  )
}
