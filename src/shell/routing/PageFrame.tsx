import { Suspense, type ReactNode, Component } from 'react'
import { may } from '#providers/permissions.ts'
import type { Permission } from '#kernel/permissions.ts'
import { isFailure } from '#providers/failure.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { reads, useRead } from '../start/reads.ts'
import { Forbidden, ChunkLost } from '../states/pages.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { isLostChunk, reloadOnce } from './chunks.ts'

interface PageFrameProps {
  readonly needs?: Permission
  /** Address of its menu entry; a page outside of the person's menu is not displayed. */
  readonly path?: string
  /** The skeleton displayed while it loads. */
  readonly shape?: 'list' | 'document'
  readonly children: ReactNode
}

/** Wraps every page: permission check, loading state, error boundary. */
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

/** The home page is never closed, because error pages link to it. */
const home = '/'

function useIsClosed(path: string | undefined): boolean {
  const closed = useRead(reads.closedPages)
  return path !== undefined && path !== home && (closed?.includes(path) ?? false)
}

interface State {
  readonly error?: unknown
}

/** Displays an error page when rendering fails; reloads if a chunk is missing. */
class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (isLostChunk(error)) reloadOnce()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isLostChunk(error)) return <ChunkLost />
    if (isFailure(error) && error.kind === 'forbidden') return <Forbidden />
    return <ErrorState isPage error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}
