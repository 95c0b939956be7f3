import { App } from 'antd'
import type { ReactNode } from 'react'

/** Around pages that ask through antd's own `App.useApp()`. */
export const AntdApp = ({ children }: { children: ReactNode }) => <App component={false}>{children}</App>
