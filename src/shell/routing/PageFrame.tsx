import { Suspense, type ReactNode } from 'react'
import { may } from '../../../providers/permissions.ts'
import type { Permission } from '../../kernel/permissions.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { Forbidden } from '../states/pages.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Around every page: its right, its waiting and its failure. */
export function PageFrame({ needs, children }: { needs?: Permission; children: ReactNode }) {
  if (!may(needs)) return <Forbidden needs={needs} />
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
