import type { Label } from '#kernel/wording/label.ts'

/** Sentences of the client itself, for answers that carry none. */
export const texts = {
  signedOut: { cn: '认证失败，无法访问系统资源', en: 'Authentication failed, cannot access system resources' },
  forbidden: { cn: '当前操作没有权限', en: 'No permission for this operation' },
  missing: { cn: '访问资源不存在', en: 'Resource does not exist' },
  unknown: { cn: '系统未知错误，请反馈给管理员', en: 'Unknown system error, report to the administrator' },
  addFailed: { cn: '添加失败', en: 'Add failed' },
  deleteFailed: { cn: '删除失败', en: 'Delete Failed' },
  network: { cn: '后端接口连接异常', en: 'Backend interface connection abnormal' },
  timeout: { cn: '系统接口请求超时', en: 'System interface request timeout' },
  status: { cn: '系统接口{status}异常', en: 'System interface {status} abnormal' },
  done: { cn: '请求成功', en: 'Request succeeded' },
  rateMissing: { cn: '获取汇率失败，请刷新重试', en: 'Failed to get exchange rate, please refresh and retry' },
} as const satisfies Record<string, Label>
