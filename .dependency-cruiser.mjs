// The import rules of docs/decisions/2026-11-30-architecture.md, made executable.
const only = (from, allowed, why) => ({
  name: `${from.replaceAll('/', '-')}-imports-only`,
  comment: why,
  severity: 'error',
  from: { path: `^lib/${from}/` },
  to: { path: '^(lib|functions)/', pathNot: [`^lib/${from}/`, ...allowed.map((a) => `^lib/${a}/`)] },
});

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-rooms-without-a-name',
      comment: 'a folder says what is in it',
      severity: 'error',
      from: {},
      to: { path: '/(utils?|helpers?|common|misc|shared)(/|\\.ts$)', pathNot: 'node_modules' },
    },
    { name: 'no-barrels', severity: 'error', from: {}, to: { path: '^(lib|functions)/.*index\\.ts$' } },
    { name: 'no-aws-sdk', severity: 'error', from: {}, to: { path: '(@aws-sdk|aws-sdk|@smithy)' } },
    {
      name: 'nothing-imports-an-entry-point',
      severity: 'error',
      from: {},
      to: { path: '^(functions/|lib/cli/main\\.ts$)' },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      severity: 'error',
      from: { path: '^(lib|functions)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: ['node_modules/@types/'] },
    },
    {
      name: 'the-core-touches-nothing-outside',
      comment: 'the stages from evidence to report take values and return values',
      severity: 'error',
      from: { path: '^lib/(terms|inventory|ledger|signing|evidence|verdict|cost|report)/' },
      to: {
        dependencyTypes: ['core'],
        pathNot: ['^(node:)?crypto$'],
      },
    },
    {
      name: 'kubernetes-client-only-in-its-adapter',
      severity: 'error',
      from: { pathNot: '^lib/adapters/kubernetes/' },
      to: { path: '@kubernetes/client-node' },
    },
    only('terms', [], 'terms import nothing'),
    only('inventory', ['terms'], 'inventory only terms'),
    only('ledger', ['terms'], 'ledger only terms'),
    only('signing', ['terms', 'inventory'], 'signing: terms and inventory'),
    only(
      'evidence',
      ['terms', 'inventory', 'ledger', 'signing'],
      'evidence: what was listed, what was recorded and what was signed',
    ),
    only('verdict', ['terms', 'inventory', 'ledger', 'signing', 'evidence'], 'verdict also evidence'),
    only('cost', ['terms', 'inventory'], 'cost: terms and inventory'),
    only(
      'report',
      ['terms', 'inventory', 'ledger', 'signing', 'evidence', 'verdict', 'cost'],
      'report: every stage before it',
    ),
    {
      ...only(
        'publish',
        ['terms', 'report'],
        'publish: terms and report, and the port to a store, which keeps what is pending',
      ),
      to: {
        path: '^(lib|functions)/',
        pathNot: ['^lib/(publish|terms|report)/', '^lib/ledger/store\\.ts$'],
      },
    },
    ...['kakaocloud', 'kubernetes', 'store', 'publishers'].map((name) =>
      only(
        `adapters/${name}`,
        ['terms', 'inventory', 'ledger', 'report', 'publish', 'adapters/transport', 'adapters/s3'],
        'adapters see ports, not each other; patience and the signed way into a bucket are neither',
      ),
    ),
    only(
      'adapters/s3',
      ['terms', 'adapters/transport'],
      'a bucket is for stores and publishers, and knows neither',
    ),
    only(
      'adapters/transport',
      ['terms'],
      'what every adapter that sends something needs: patience and its words',
    ),
    only(
      'simulator',
      ['terms'],
      "the simulator is a cloud of its own: it must not share the client's idea of the API",
    ),
    {
      name: 'only-config-picks-adapters',
      severity: 'error',
      from: { path: '^(lib|functions)/', pathNot: '^lib/(config|adapters)/' },
      to: { path: '^lib/adapters/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
