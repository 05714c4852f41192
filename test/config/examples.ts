export const MINIMAL = `version: 1
projects:
  - name: shop-prod
    region: kr-central-2
    credential:
      id: env:KEY_ID
      secret: env:KEY_SECRET
`;

/** The example that users are shown, with whole IDs in place of the cut ones. */
export const OF_THE_CONTRACT = `version: 1
timezone: Asia/Seoul          # for day boundaries and times shown to people
language: ko                  # ko | en
store:                        # where the ledger, reports and alert state live
  kind: directory             # directory (default, ./.orphan-audit) | s3
  path: ./.orphan-audit
gracePeriod: PT30M            # younger than this is settling
deletionPeriod: PT2H          # a cluster may be deleting this long
sightings: 2                  # complete runs that must see a live cluster's instance unclaimed
retryBudget: PT30S            # a call that keeps failing is given up after this
projects:
  - name: shop-prod
    region: kr-central-2
    credential:               # literal values are refused: env:NAME or file:PATH
      id: env:KAKAOCLOUD_APPLICATION_CREDENTIAL_ID
      secret: env:KAKAOCLOUD_APPLICATION_CREDENTIAL_SECRET
    endpoints:                # optional; the defaults follow from the region
      iam: http://127.0.0.1:8080
      bcs: http://127.0.0.1:8080
      volume: http://127.0.0.1:8080
      kubernetes-engine: http://127.0.0.1:8080
    keyrings:
      - file: ./keyring.json
        clusters: [shop, shop-old]
    signatureScheme: ./signature-scheme.json
    clusters:
      - name: shop
        kubeconfig: ./shop.kubeconfig
      - name: batch
        witness: none
        reason: no Karpenter, only managed node pools
      - name: shop-old
        uid: 569dc30c-9e1f-4b52-8c5c-93d1d6d6a0f1
        deletedAt: 2026-11-01T09:00:00+09:00
prices: ./prices.yaml
ignore:
  - id: 4f1c0b7e-55aa-4c0e-9f0e-0d3f6f5b8a11
    reason: kept for the migration
    until: 2027-01-31
publish:
  - kind: directory
    path: ./reports
`;
