package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/kakaoenterprise/kc-sdk-go/services/bcs"
	"github.com/kakaoenterprise/kc-sdk-go/services/iam"
	"github.com/kakaoenterprise/kc-sdk-go/services/kubernetesengine"
	"github.com/kakaoenterprise/kc-sdk-go/services/volume"
)

type (
	instance = bcs.BcsInstanceV1ApiListInstancesModelInstanceModel
	flavor   = bcs.BcsInstanceV1ApiListInstanceTypesModelFlavorModel
	disk     = volume.BcsVolumeV1ApiListVolumesModelVolumeModel
	snapshot = volume.BcsVolumeV1ApiListSnapshotsModelVolumeSnapshotModel
)

const (
	unknownID   = "00000000-0000-4000-8000-000000000000"
	unknownName = "no-such-cluster"
	badToken    = "gAAAAA-not-a-token"
)

// What the API gives to a client that does not say how much, and what the official Terraform provider asks for.
const (
	defaultLimit  = 20
	providerLimit = 1000
)

var ctx = context.Background()

// A session asks within one project, with the token that signIn was given.
type session struct {
	*tally
	token    string
	identity *iam.APIClient
	compute  *bcs.APIClient
	storage  *volume.APIClient
	engine   *kubernetesengine.APIClient
}

func newSession(url string) *session {
	identity := iam.NewConfiguration()
	identity.Servers = iam.ServerConfigurations{{URL: url}}
	compute := bcs.NewConfiguration()
	compute.Servers = bcs.ServerConfigurations{{URL: url}}
	storage := volume.NewConfiguration()
	storage.Servers = volume.ServerConfigurations{{URL: url}}
	engine := kubernetesengine.NewConfiguration()
	engine.Servers = kubernetesengine.ServerConfigurations{{URL: url}}
	return &session{
		tally:    &tally{complaints: os.Stderr},
		identity: iam.NewAPIClient(identity),
		compute:  bcs.NewAPIClient(compute),
		storage:  volume.NewAPIClient(storage),
		engine:   kubernetesengine.NewAPIClient(engine),
	}
}

func (s *session) signIn(id, secret, project string) error {
	decoded(s.tally, "issue token", func() (*iam.TokenResponse, *http.Response, error) {
		model, response, err := s.issueToken(id, secret).Execute()
		// The token itself comes in a header, which the SDK leaves to its caller.
		if response != nil {
			s.token = response.Header.Get("X-Subject-Token")
		}
		return model, response, err
	})
	if s.token == "" {
		return errors.New("no token was issued")
	}
	validated := decoded(s.tally, "validate token", s.validateToken(s.token, s.token).Execute)
	token := validated.GetToken()
	owner := token.GetProject()
	if owner.GetId() != project {
		return fmt.Errorf("the token is of project %q, not of %q", owner.GetId(), project)
	}
	return nil
}

func (s *session) askForCompute() {
	instances := s.instancesBy(defaultLimit)
	s.instancesBy(providerLimit)
	for _, listed := range instances {
		decoded(s.tally, "get instance", s.compute.InstanceAPI.GetInstance(ctx, listed.Id).XAuthToken(s.token).Execute)
	}
	s.flavorsBy(defaultLimit)
	s.flavorsBy(providerLimit)
}

func (s *session) askForStorage() {
	volumes := s.volumesBy(defaultLimit)
	s.volumesBy(providerLimit)
	for _, listed := range volumes {
		decoded(s.tally, "get volume", s.storage.VolumeAPI.GetVolume(ctx, listed.Id).XAuthToken(s.token).Execute)
	}
	types := decoded(s.tally, "list volume types", s.storage.VolumeAPI.ListVolumeTypes(ctx).XAuthToken(s.token).Execute)
	s.noteRows("list volume types", len(types.GetVolumeTypes()))
	s.snapshotsBy(defaultLimit)
	s.snapshotsBy(providerLimit)
}

func (s *session) askForClusters() {
	clusters := decoded(s.tally, "list clusters", s.engine.ClustersAPI.ListClusters(ctx).XAuthToken(s.token).Execute).GetClusters()
	s.noteRows("list clusters", len(clusters))
	for _, cluster := range clusters {
		decoded(s.tally, "get cluster", s.engine.ClustersAPI.GetCluster(ctx, cluster.Name).XAuthToken(s.token).Execute)
		nodes := decoded(s.tally, "list nodes", s.engine.ClustersAPI.ListClusterNodes(ctx, cluster.Name).XAuthToken(s.token).Execute)
		s.noteRows("list nodes", len(nodes.GetNodes()))
		pools := decoded(s.tally, "list node pools", s.engine.NodePoolsAPI.ListNodePools(ctx, cluster.Name).XAuthToken(s.token).Execute)
		s.noteRows("list node pools", len(pools.GetNodePools()))
		decoded(s.tally, "get kubeconfig", s.engine.ClustersAPI.GetClusterKubeconfig(ctx, cluster.Name).XAuthToken(s.token).Execute)
	}
}

func (s *session) askWhatIsRefused(id string) {
	refused(s.tally, "issue token", http.StatusUnauthorized, s.issueToken(id, "not-the-secret").Execute)
	refused(s.tally, "validate token", http.StatusUnauthorized, s.validateToken(badToken, s.token).Execute)
	refused(s.tally, "validate token", http.StatusNotFound, s.validateToken(s.token, badToken).Execute)

	const noKey = "no-such-key"
	refused(s.tally, "list instances", http.StatusBadRequest, s.listInstances(s.token).SortKeys(noKey).Execute)
	refused(s.tally, "list flavors", http.StatusBadRequest, s.listFlavors(s.token).SortKeys(noKey).Execute)
	refused(s.tally, "list volumes", http.StatusBadRequest, s.listVolumes(s.token).SortKeys(noKey).Execute)
	refused(s.tally, "list snapshots", http.StatusBadRequest, s.listSnapshots(s.token).SortKeys(noKey).Execute)

	refused(s.tally, "list instances", http.StatusUnauthorized, s.listInstances(badToken).Execute)
	refused(s.tally, "list flavors", http.StatusUnauthorized, s.listFlavors(badToken).Execute)
	refused(s.tally, "list volumes", http.StatusUnauthorized, s.listVolumes(badToken).Execute)
	refused(s.tally, "list volume types", http.StatusUnauthorized, s.storage.VolumeAPI.ListVolumeTypes(ctx).XAuthToken(badToken).Execute)
	refused(s.tally, "list snapshots", http.StatusUnauthorized, s.listSnapshots(badToken).Execute)
	refused(s.tally, "list clusters", http.StatusUnauthorized, s.engine.ClustersAPI.ListClusters(ctx).XAuthToken(badToken).Execute)

	s.askForTheUnknown(badToken, http.StatusUnauthorized)
	s.askForTheUnknown(s.token, http.StatusNotFound)
}

func (s *session) askForTheUnknown(token string, status int) {
	refused(s.tally, "get instance", status, s.compute.InstanceAPI.GetInstance(ctx, unknownID).XAuthToken(token).Execute)
	refused(s.tally, "get volume", status, s.storage.VolumeAPI.GetVolume(ctx, unknownID).XAuthToken(token).Execute)
	refused(s.tally, "get cluster", status, s.engine.ClustersAPI.GetCluster(ctx, unknownName).XAuthToken(token).Execute)
	refused(s.tally, "list nodes", status, s.engine.ClustersAPI.ListClusterNodes(ctx, unknownName).XAuthToken(token).Execute)
	refused(s.tally, "list node pools", status, s.engine.NodePoolsAPI.ListNodePools(ctx, unknownName).XAuthToken(token).Execute)
	refused(s.tally, "get kubeconfig", status, s.engine.ClustersAPI.GetClusterKubeconfig(ctx, unknownName).XAuthToken(token).Execute)
}

func (s *session) issueToken(id, secret string) iam.ApiIssueTokenRequest {
	return s.identity.IdentityAPI.IssueToken(ctx).SwaggerIdPwdRequest(iam.SwaggerIdPwdRequest{
		Auth: &iam.SwaggerAuth{Identity: &iam.SwaggerIdPwd{
			Methods:               []string{"application_credential"},
			ApplicationCredential: &iam.SwaggerApplicationCredential{Id: &id, Secret: &secret},
		}},
	})
}

func (s *session) validateToken(token, subject string) iam.ApiValidateTokenRequest {
	return s.identity.IdentityAPI.ValidateToken(ctx).XAuthToken(token).XSubjectToken(subject)
}

func (s *session) listInstances(token string) bcs.ApiListInstancesRequest {
	return s.compute.InstanceAPI.ListInstances(ctx).XAuthToken(token)
}

func (s *session) listFlavors(token string) bcs.ApiListInstanceTypesRequest {
	return s.compute.FlavorAPI.ListInstanceTypes(ctx).XAuthToken(token)
}

func (s *session) listVolumes(token string) volume.ApiListVolumesRequest {
	return s.storage.VolumeAPI.ListVolumes(ctx).XAuthToken(token)
}

func (s *session) listSnapshots(token string) volume.ApiListSnapshotsRequest {
	return s.storage.VolumeSnapshotAPI.ListSnapshots(ctx).XAuthToken(token)
}

func (s *session) instancesBy(limit int32) []instance {
	name := fmt.Sprintf("list instances by %d", limit)
	return everyPage(s.tally, name, func(offset int32) ([]instance, int32) {
		page := decoded(s.tally, name, s.listInstances(s.token).Limit(limit).Offset(offset).Execute)
		pagination := page.GetPagination()
		return page.GetInstances(), pagination.GetTotal()
	})
}

func (s *session) flavorsBy(limit int32) []flavor {
	name := fmt.Sprintf("list flavors by %d", limit)
	return everyPage(s.tally, name, func(offset int32) ([]flavor, int32) {
		page := decoded(s.tally, name, s.listFlavors(s.token).Limit(limit).Offset(offset).Execute)
		pagination := page.GetPagination()
		return page.GetFlavors(), pagination.GetTotal()
	})
}

func (s *session) volumesBy(limit int32) []disk {
	name := fmt.Sprintf("list volumes by %d", limit)
	return everyPage(s.tally, name, func(offset int32) ([]disk, int32) {
		page := decoded(s.tally, name, s.listVolumes(s.token).Limit(limit).Offset(offset).Execute)
		pagination := page.GetPagination()
		return page.GetVolumes(), pagination.GetTotal()
	})
}

func (s *session) snapshotsBy(limit int32) []snapshot {
	name := fmt.Sprintf("list snapshots by %d", limit)
	return everyPage(s.tally, name, func(offset int32) ([]snapshot, int32) {
		page := decoded(s.tally, name, s.listSnapshots(s.token).Limit(limit).Offset(offset).Execute)
		pagination := page.GetPagination()
		return page.GetSnapshots(), pagination.GetTotal()
	})
}

// everyPage asks until all rows are there, or until a page brings none.
func everyPage[Row any](t *tally, name string, ask func(offset int32) ([]Row, int32)) []Row {
	var rows []Row
	for {
		page, total := ask(int32(len(rows)))
		rows = append(rows, page...)
		if len(page) == 0 || len(rows) >= int(total) {
			t.noteRows(name, len(rows))
			return rows
		}
	}
}
