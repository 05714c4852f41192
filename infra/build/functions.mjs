// The functions, and what each may weigh: all the code in its package, in bytes. test/infra holds the packages to it. A
// budget is a size with a tenth to grow; who needs more finds out first what it is that he imports. Two thirds of what
// reads clusters are @kubernetes/client-node and what comes with it.
export const FUNCTIONS = {
  record: { budgetBytes: 1_950_000, isTokenFirst: true },
  targets: { budgetBytes: 450_000, isTokenFirst: false },
  audit: { budgetBytes: 2_100_000, isTokenFirst: true },
  publish: { budgetBytes: 1_400_000, isTokenFirst: false },
  check: { budgetBytes: 2_650_000, isTokenFirst: true },
  alert: { budgetBytes: 1_400_000, isTokenFirst: false },
};
