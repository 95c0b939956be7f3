import type { ReactNode } from 'react'

/** In the place of the spinner around antd's tables, which is not part of the build (`lean-libraries.ts`): what waits is dimmed or a skeleton. */
export default function NoSpin({ children }: { children?: ReactNode }): ReactNode {
  return children
}
