/** Sentences about accounts and roles. */
export default {
  'system.user.userNameFormat': '用户名为3-30个字母、数字或 . _ -',
  'system.user.userNameFixed': '用户名创建后不可修改',
  'system.user.slash': '姓名不可包含 /',
  'system.user.leavesBeforeJoining': '离职日期不可早于入职日期',
  'system.user.mainDepartment': '请在所选部门中指定主部门',
  'system.user.departmentGone': '所选部门不存在或已停用',
  'system.user.departmentOutOfSight': '只可选择您数据权限内的部门',
  'system.user.aboveYours': '此人的权限高于您，须由系统管理员处理',
  'system.user.ownFlag': '不可取消自己的管理员身份',
  'system.user.oneself': '不可停用自己的账号',
  'system.user.otherPerson': '用户名与工号不属于同一人',
  'system.user.passwordsElsewhere': '密码由统一身份平台管理，请在该平台修改',
  'system.role.computed': '该角色的成员由组织或单据决定，不可指定',
  'system.role.ownRights': '不可修改自己的权限',
  'system.role.beyondYours': '不可授予您自己没有的权限',
} as const
