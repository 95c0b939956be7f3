/** In the place of the spinner around antd's tables, which is not part of the build (`lean-libraries.ts`): what waits is dimmed or a skeleton. */
export default function NoSpin({ children }: { readonly children?: unknown }): unknown {
  return children
}
